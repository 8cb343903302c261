import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../../shared/endpoint.ts'
import { showToast } from './toast.ts'

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

/** Before a read is tried once more, in milliseconds: what the server asks for, and not all at once again. */
const retryDelay = (_failures: number, error: unknown) =>
  error instanceof CallError && error.retryAfter
    ? (Math.min(error.retryAfter, 5) + Math.random()) * 1000
    : 400

const isPassing = (error: unknown) => statusOf(error) === 0 || statusOf(error) >= 500

/** Looks whether the session is still what it was. */
function noticeEnd(queryClient: QueryClient, error: unknown) {
  if ([401, 403].includes(statusOf(error)))
    import('./session-end.ts').then(
      it => it.noticeEnd(queryClient, error),
      () => {},
    )
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
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
