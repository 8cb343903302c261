import type { QueryClient } from '@tanstack/react-query'
import { setConfirmIdentity } from './lib/api/call.ts'
import { watchPageShortcuts } from './lib/keyboard/page-shortcuts.ts'
import { startWatching } from './lib/loading/background.ts'
import { showToast } from './lib/toast/toast.ts'

/** What goes on beside the page; loaded when the browser is idle. */
export function startBackground(queryClient: QueryClient) {
  setConfirmIdentity(async () => (await import('./features/auth/ConfirmIdentity.tsx')).confirmIdentity())
  startWatching(queryClient)
  watchPageShortcuts(() =>
    import('./features/shell/KeyboardSheet.tsx').then(
      ({ showKeyboardSheet }) => showKeyboardSheet(),
      () => showToast('The list of keys didn’t load. Please try again.'),
    ),
  )
  // The first navigation away from Explore does not wait for it.
  void import('./routes.tsx').catch(() => {})
}
