import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { CallError, type InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** Rejects an answer of 200 that isn't the word by which the call reports success. */
function expectAnswer(answer: unknown, success: string) {
  if (answer !== success) throw new CallError(200, { error: `Expected ${success}` })
}

/** Requests a link that sets a new password. */
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
    // This ends every session, so this browser's is fetched again.
    onSuccess: () => queryClient.resetQueries(),
    meta: { error: 'Error resetting password.' },
  })
}

/** Confirms a new email address by a mailed link. The caller shows errors. */
export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.account.confirmEmail, { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'contact'] }),
  })
}

/** Ends the letters about what is new by a mailed link. The caller shows errors. */
export function useUnsubscribe() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.notices.unsubscribe, { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'notices'] }),
  })
}

/** Restores the old email address by a mailed link and ends every session. The caller shows errors. */
export function useRestoreEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.account.restoreEmail, { token }),
    // This ends every session, so this browser's is fetched again.
    onSuccess: () => queryClient.resetQueries(),
  })
}

/** Removes a factor that somebody else added, by a mailed link, and ends every session. The caller shows errors. */
export function useUndoFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(api.account.undoFactor, { token }),
    // This ends every session, so this browser's is fetched again.
    onSuccess: () => queryClient.resetQueries(),
  })
}

/** Changes the password; the server renews this session and ends the others. The caller shows errors. */
export function useUpdatePassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof api.auth.updatePassword>) => call(api.auth.updatePassword, input),
  })
}
