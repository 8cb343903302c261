import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../../../shared/endpoint.ts'
import { showToast } from '../toast/toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `error`: the catalogue's sentence for a failure, shown as a toast. */
    queryMeta: {
      error?: string
      /** No toast once the list has data: the screen shows the failure in place of the next page. */
      isForFirstPage?: boolean
    }
    mutationMeta: { error?: string }
  }
}

/** The status of a failed call; 0 when there was no answer at all. */
export const statusOf = (error: unknown) => (error instanceof CallError ? error.status : 0)

/** Why the server cannot do it for a moment, and what to do; undefined for any other failure. */
export const reasonToWait = (error: unknown) =>
  error instanceof CallError && error.status === 503 && error.retryAfter ? error.body.error : undefined

/** The catalogue's sentence, with the server's where it has one for those who must wait. */
function failureOf(sentence: string, error: unknown) {
  const reason = reasonToWait(error)
  // Some of the catalogue's sentences have no full stop.
  return reason ? `${sentence.replace(/[^.!?]$/, '$&.')} ${reason}` : sentence
}

/** Statuses that screens show in words of their own: no toast. */
const isForScreen = (error: unknown) => [401, 403, 404].includes(statusOf(error))

/** Delay before a read is retried, in ms: the server's Retry-After with jitter, so that clients do not retry at once. */
const retryDelay = (_failures: number, error: unknown) =>
  error instanceof CallError && error.retryAfter
    ? (Math.min(error.retryAfter, 5) + Math.random()) * 1000
    : 400

const isPassing = (error: unknown) => statusOf(error) === 0 || statusOf(error) >= 500

/** After a refusal: checks whether the session has ended. */
function checkSessionEnd(queryClient: QueryClient, error: unknown) {
  if ([401, 403].includes(statusOf(error)))
    import('../session/session-end.ts').then(
      it => it.handleSessionEnd(queryClient, error),
      () => {},
    )
}

/** Creates the query client. The only place where failures become toasts. */
export function makeQueryClient() {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        checkSessionEnd(queryClient, error)
        if (!query.meta?.error || isForScreen(error)) return
        if (!query.meta.isForFirstPage || !query.state.data) showToast(failureOf(query.meta.error, error))
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        checkSessionEnd(queryClient, error)
        // The session says so until saving is possible again.
        if (error instanceof CallError && error.body.code === 'saving_waits')
          void queryClient.invalidateQueries({ queryKey: ['session'] })
        // The reader left the page while the request was running.
        if (mutation.meta?.error && error.name !== 'AbortError')
          showToast(failureOf(mutation.meta.error, error))
      },
    }),
    defaultOptions: {
      // 'always': while offline, fail and show it instead of pausing silently.
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
