import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { activityStream } from '../../../shared/activity-stream.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { hasUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { enterSession, sessionQuery } from '../../lib/session/session.ts'

/** The first backoff, in ms, long enough for a restart of the server. */
const firstPauseMs = 4000
const longestPauseMs = 60_000
/** A stream that stayed open this long, in ms, resets the backoff. */
const steadyMs = 10_000
/** Delay in ms after which a pending mutation has usually been answered. */
const sendingMs = 300

/**
 * Subscribes to the member's activity stream (server-sent events) and invalidates cached activity on each event. Connected
 * only while the page is visible, because a browser opens six connections to a host. `onChange` tells whether it is
 * connected. Returns how to end it. Long because its five functions share the connection's state.
 */
export function openActivityStream(queryClient: QueryClient, onChange: (isHearing: boolean) => void) {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOver = false

  const open = () => {
    const openedAt = Date.now()
    stream = new EventSource(activityStream)
    stream.onopen = () => onChange(true)
    stream.onmessage = refetch
    // EventSource would reconnect without backoff, and without checking the session.
    stream.onerror = () => {
      if (Date.now() - openedAt > steadyMs) failures = 0
      leave()
      openLater()
    }
  }

  /** Not while a mutation is pending: it may be the sign-out, after which the fetch would be refused. */
  const refetch = () => {
    clearTimeout(reading)
    if (queryClient.isMutating() > 0) reading = setTimeout(refetch, sendingMs)
    else void queryClient.invalidateQueries({ queryKey: ['activity'] })
  }

  const leave = () => {
    clearTimeout(timer)
    clearTimeout(reading)
    timer = undefined
    stream?.close()
    stream = undefined
    onChange(false)
  }

  /** After a backoff with jitter, so that pages that lost the same server do not return at once. */
  const openLater = () => {
    const pause = Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.5 + Math.random())
    failures += 1
    clearTimeout(timer)
    timer = setTimeout(openAgain, pause)
  }

  /** Checks the session, which may have ended with the stream. Not while a sign-out or a password change is pending. */
  const openAgain = async () => {
    if (!onlineManager.isOnline() || queryClient.isMutating() > 0) return openLater()
    const session = await call(api.auth.check, {}).catch(() => undefined)
    if (isOver || document.hidden || stream) return
    if (!session) return openLater()
    const cached = queryClient.getQueryData(sessionQuery.queryKey)
    if (!session.isActive || session.designerId !== cached?.designerId) {
      // A redirect would lose unsent work: the refusal is shown when it is sent.
      if (hasUnsentWork()) return
      enterSession(queryClient, session)
    }
    if (session.isActive) open()
  }

  const look = () => {
    if (document.hidden) leave()
    else if (!stream && !timer) void openAgain()
  }

  document.addEventListener('visibilitychange', look)
  // A pending mutation may end the session: then the stream would be refused.
  if (queryClient.isMutating() > 0) openLater()
  else if (!document.hidden) open()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
