import { useMutation } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/call.ts'

/** Asks the server whether these facts make an account. The form says what is wrong, at its field. */
export const useValidateRegistration = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof api.registration.validate>) => call(api.registration.validate, input),
  })
