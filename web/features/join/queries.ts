import { useMutation } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** Asks the server whether these facts make an account. The form says what is wrong, at its field. */
export const useValidateRegistration = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof api.membership.validateRegistration>) =>
      call(api.membership.validateRegistration, input),
  })
