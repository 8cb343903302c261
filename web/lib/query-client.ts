import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../../shared/endpoint.ts'
import { refreshSession } from './refresh-session.ts'
import { sessionQuery } from './session.ts'
import { showToast } from './toast.ts'
import { hasUnsentWork } from './unsent-work.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `error`: the catalogue's sentence for a failure, shown as a toast. */
    queryMeta: {
      error?: string
      /** Where a list stands already, the screen says in its place what did not arrive. */
      isForFirstPage?: boolean
    }
    mutationMeta: { error?: string }
  }
}

/** The status of a failed call; 0 when there was no answer at all. */
export const statusOf = (error: unknown) => (error instanceof CallError ? error.status : 0)

/** Answers that a screen shows in its own words. */
const isForScreen = (error: unknown) => [401, 403, 404].includes(statusOf(error))

const isPassing = (error: unknown) => statusOf(error) === 0 || statusOf(error) >= 500

/** A session or a membership that has ended since it was last asked for is noticed by what is refused for it. */
function noticeEnd(queryClient: QueryClient, error: unknown) {
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

/** Makes the cache of everything read from the server. The one place where failures become toasts. */
export function makeQueryClient() {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        noticeEnd(queryClient, error)
        if (!query.meta?.error || isForScreen(error)) return
        if (!query.meta.isForFirstPage || !query.state.data) showToast(query.meta.error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        noticeEnd(queryClient, error)
        // Whoever leaves in the middle of it knows.
        if (mutation.meta?.error && error.name !== 'AbortError') showToast(mutation.meta.error)
      },
    }),
    defaultOptions: {
      // 'always': being offline is an error to show, not a reason to wait in silence.
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
