import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { call } from './call.ts'
import { enterSession, sessionQuery } from './session.ts'

/** A page that one comes back to as it was left, frozen, heard nothing of who signed in or out meanwhile: it asks. */
export function watchReturns(queryClient: QueryClient) {
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return
    const session = await call(api.auth.check, {}).catch(() => undefined)
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    if (!session || !known) return
    if (session.designerId !== known.designerId || session.isActive !== known.isActive)
      enterSession(queryClient, session)
  })
}
