import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../../shared/endpoint.ts'
import { refreshSession } from './refresh-session.ts'
import { sessionQuery } from './session.ts'
import { showToast } from './toast.ts'
import { hasUnsentWork } from './unsent-work.ts'

/** A session or a membership that has ended since it was last asked for is noticed by what is refused for it. */
export function noticeEnd(queryClient: QueryClient, error: unknown) {
  // A wrong password says nothing about the session.
  if (!(error instanceof CallError) || error.body.error === 'Invalid credentials') return
  const known = queryClient.getQueryData(sessionQuery.queryKey)
  const isSignedOut = error.status === 401 && known?.isAuthenticated
  const isInactive = error.body.code === 'membership_required' && known?.isActive
  if (!isSignedOut && !isInactive) return
  // What is being written would be lost on the way to the login page.
  if (isSignedOut && hasUnsentWork())
    showToast('You are signed out by now. Sign in again in another tab, then try again here.')
  else refreshSession(queryClient).catch(() => {})
}
