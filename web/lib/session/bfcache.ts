import type { QueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../api/call.ts'
import { enterSession, sessionQuery } from './session.ts'

/** Re-checks the session when the page is restored from the bfcache: it may have changed while the page was frozen. */
export function watchBfcache(queryClient: QueryClient) {
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return
    const session = await call(api.auth.check, {}).catch(() => undefined)
    const cached = queryClient.getQueryData(sessionQuery.queryKey)
    if (!session || !cached) return
    if (session.designerId !== cached.designerId || session.isActive !== cached.isActive)
      enterSession(queryClient, session)
  })
}
