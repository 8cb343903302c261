import type { QueryClient } from '@tanstack/react-query'
import { setConfirmIdentity } from './lib/api/call.ts'
import { startWatching } from './lib/loading/background.ts'

/** What goes on beside the page; loaded when the browser is idle. */
export function startBackground(queryClient: QueryClient) {
  setConfirmIdentity(async () => (await import('./features/auth/ConfirmIdentity.tsx')).confirmIdentity())
  startWatching(queryClient)
  // The first navigation away from Explore does not wait for it.
  void import('./routes.tsx').catch(() => {})
}
