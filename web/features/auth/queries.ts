import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { CallError, type InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** Rejects an answer of 200 that isn't the word by which the call reports success. */
function expectAnswer(answer: unknown, success: string) {
  if (answer !== success) throw new CallError(200, { error: `Expected ${success}` })
}

/** Asks for a link that sets a new password. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: async (input: InputOf<typeof api.auth.forgotPassword>) =>
      expectAnswer(await call(api.auth.forgotPassword, input), 'Finished'),
    meta: { error: 'Error: Could not send password reset email.' },
  })
}

/** Sets a new password by such a link. */
export function useResetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof api.auth.resetPassword>) =>
      expectAnswer(await call(api.auth.resetPassword, input), 'Updated'),
    // The session of this browser may have ended with it.
    onSuccess: () => queryClient.resetQueries(),
    meta: { error: 'Error resetting password.' },
  })
}

/** Lets a new email address count, by a mailed link. The caller shows what went wrong. */
export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.account.confirmEmail, { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'contact'] }),
  })
}

/** Puts the old email address back, by a mailed link; every session ends. The caller shows what went wrong. */
export function useRestoreEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.account.restoreEmail, { token }),
    // The session of this browser may have ended with it.
    onSuccess: () => queryClient.resetQueries(),
  })
}

/** Changes the password; the server renews this session and ends the others. The caller shows what went wrong. */
export function useUpdatePassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof api.auth.updatePassword>) => call(api.auth.updatePassword, input),
  })
}
