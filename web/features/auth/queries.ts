import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/call.ts'

/** Asks for a link that sets a new password. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof api.auth.forgotPassword>) => call(api.auth.forgotPassword, input),
    meta: { error: 'Error: Could not send password reset email.' },
  })
}

/** Sets a new password by such a link. */
export function useResetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof api.auth.resetPassword>) => call(api.auth.resetPassword, input),
    // The session of this browser may have ended with it.
    onSuccess: () => queryClient.resetQueries(),
    meta: { error: 'Error resetting password.' },
  })
}

/** Changes the password; the server renews this session and ends the others. The caller shows what went wrong. */
export function useUpdatePassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof api.auth.updatePassword>) => call(api.auth.updatePassword, input),
  })
}
