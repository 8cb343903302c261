import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../api/call.ts'
import { recordOf, requireRecord } from '../api/record-of.ts'
import { forgetDrafts } from '../storage/draft-storage.ts'
import { keepPreferences } from '../storage/preferences.ts'
import { finishToasts } from '../toast/toast.ts'
import { enterSession, noAnswerText, sessionQuery } from './session.ts'

// Apart from session.ts, which is in the first download: readers who do not sign in need none of this.

/** Signs in. The caller shows errors. */
export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: { username: string; password: string }) =>
      requireRecord(await call(api.auth.login, input), 'isAuthenticated'),
    // With `factors` the second step has to follow.
    onSuccess: session => session.factors || enterSession(queryClient, session),
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // Send pending removals while the session still permits it.
      await finishToasts()
      const answer = await keepPreferences(() => call(api.auth.logout, {}))
      return recordOf(answer, 'isAuthenticated') ?? queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    onSuccess: session => {
      enterSession(queryClient, session)
      forgetDrafts()
    },
    meta: { error: noAnswerText },
  })
}
