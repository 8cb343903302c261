import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { call } from './call.ts'
import { forgetDrafts } from './drafts.ts'
import { enterSession, noAnswer } from './session.ts'
import { finishToasts } from './toast.ts'

// Apart from session.ts: whoever only looks around needs none of it.

/** Signs in. The caller shows what went wrong. */
export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: { username: string; password: string }) => call(api.auth.login, input),
    onSuccess: session => enterSession(queryClient, session),
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // What may still be undone is done while one may.
      await finishToasts()
      return call(api.auth.logout, {})
    },
    onSuccess: session => {
      enterSession(queryClient, session)
      forgetDrafts()
    },
    meta: { error: noAnswer },
  })
}
