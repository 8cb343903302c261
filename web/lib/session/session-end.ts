import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../../../shared/endpoint.ts'
import { navigateTo } from '../navigation/navigate.ts'
import { hasUnsentWork } from '../navigation/unsent-work.ts'
import { showToast } from '../toast/toast.ts'
import { refreshSession } from './refresh-session.ts'
import { sessionQuery } from './session.ts'

/** Refreshes the session when a refusal shows that it, or the membership, has ended. */
export function handleSessionEnd(queryClient: QueryClient, error: unknown) {
  // A wrong password says nothing about the session.
  if (!(error instanceof CallError) || error.body.error === 'Invalid credentials') return
  if (error.body.code === 'factor_required') {
    const next = location.pathname + location.search
    navigateTo(`/account/security?needed=1&next=${encodeURIComponent(next)}`)
    return
  }
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const isSignedOut = error.status === 401 && session?.isAuthenticated
  const isInactive = error.body.code === 'membership_required' && session?.isActive
  if (!isSignedOut && !isInactive) return
  // The redirect to the login page would lose unsent work.
  if (isSignedOut && hasUnsentWork())
    showToast('You’ve been logged out. Log in again in another tab, then try again here.')
  else refreshSession(queryClient).catch(() => {})
}
