import {
  type MutationCacheNotifyEvent,
  onlineManager,
  type QueryCacheNotifyEvent,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { checkRelease } from '../loading/release.ts'
import { dismissToast, showToast } from '../toast/toast.ts'
import { statusOf } from './query-client.ts'

const againMs = 5000
/** Statuses that mean the server was not reached: no answer, or a proxy's without an upstream. */
const noServer = [0, 502, 504]

/** The number of mounted components that show a lost connection themselves. */
let saying = 0
let update = () => {}

/**
 * For a page that shows a lost connection in its own place: no toast is shown then. Returns whether there is a
 * connection.
 */
export function useOwnNotice(): boolean {
  useEffect(() => {
    saying += 1
    update()
    return () => {
      saying -= 1
      update()
    }
  }, [])
  return useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}

/**
 * Shows a toast while the server cannot be reached. When it can again, `onlineManager` refetches every stale or failed
 * query on the screen.
 */
export function watchConnection(queryClient: QueryClient) {
  let notice: number | undefined
  let isTrying = false

  const show = (isOnline: boolean) => {
    if (notice !== undefined) dismissToast(notice)
    notice =
      isOnline || saying
        ? undefined
        : showToast(
            navigator.onLine
              ? 'We can’t reach the gallery. You can keep using what’s loaded.'
              : 'You’re offline. You can keep using what’s loaded.',
            'error',
            { isLasting: true },
          )
  }

  /** Polls the server after a failed call: one failure alone does not mean that it is down. */
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
  update = () => show(onlineManager.isOnline())
  if (!navigator.onLine) onlineManager.setOnline(false)
}
