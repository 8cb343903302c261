import { useMutation } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** Validates a registration on the server. The form shows errors at their fields. */
export const useValidateRegistration = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof api.membership.validateRegistration>) =>
      call(api.membership.validateRegistration, input),
  })
