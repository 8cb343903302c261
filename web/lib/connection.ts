import {
  type MutationCacheNotifyEvent,
  onlineManager,
  type QueryCacheNotifyEvent,
  type QueryClient,
} from '@tanstack/react-query'
import { statusOf } from './query-client.ts'
import { checkRelease } from './release.ts'
import { dismissToast, showToast } from './toast.ts'

const againMs = 5000
/** No answer at all, or that of a proxy with nobody behind it. */
const noServer = [0, 502, 504]

/**
 * Says when the server cannot be reached, and no longer when it can. Then everything on the screen that is not as it
 * should be is read again.
 */
export function watchConnection(queryClient: QueryClient) {
  let notice: number | undefined
  let isTrying = false

  const show = (isOnline: boolean) => {
    if (notice !== undefined) dismissToast(notice)
    notice = isOnline
      ? undefined
      : showToast(
          navigator.onLine
            ? 'The gallery cannot be reached. What is loaded stays usable.'
            : 'You are offline. What is loaded stays usable.',
          'error',
          { isLasting: true },
        )
  }

  /** One call may fail for reasons of its own: only the server's silence counts. */
  const lookForServer = async () => {
    if (isTrying || !navigator.onLine) return
    isTrying = true
    while (navigator.onLine && !(await isReached())) {
      onlineManager.setOnline(false)
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
    isTrying = false
    if (navigator.onLine) onlineManager.setOnline(true)
  }
  const isReached = () =>
    checkRelease(queryClient).then(
      () => true,
      () => false,
    )

  const listen = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (noServer.includes(statusOf(event.action.error))) void lookForServer()
  }
  queryClient.getQueryCache().subscribe(listen)
  queryClient.getMutationCache().subscribe(listen)
  onlineManager.subscribe(show)
  if (!navigator.onLine) onlineManager.setOnline(false)
}
