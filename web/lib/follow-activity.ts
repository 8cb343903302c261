import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { activityStream } from '../../shared/api/designers.ts'
import { api } from '../../shared/api.ts'
import { call } from './call.ts'
import { enterSession, sessionQuery } from './session.ts'
import { hasUnsentWork } from './unsent-work.ts'

/** The first pause gives a server the time to start again. */
const firstPauseMs = 4000
const longestPauseMs = 60_000
/** A stream that held so long was a good one: the next pause is a short one again. */
const steadyMs = 10_000
/** What is being sent has mostly arrived after so long. */
const sendingMs = 300

/**
 * Listens for news in the member's feed and has everything about it read again when there is some; for as long as the
 * page is looked at, since a browser opens only six connections to a host. Says whether it hears. Gives the way to end it.
 */
export function followActivity(queryClient: QueryClient, onChange: (isHearing: boolean) => void) {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOver = false

  const open = () => {
    const openedAt = Date.now()
    stream = new EventSource(activityStream)
    stream.onopen = () => onChange(true)
    stream.onmessage = readAnew
    // The browser's own way of coming back has no patience, and asks nobody whether one is still signed in.
    stream.onerror = () => {
      if (Date.now() - openedAt > steadyMs) failures = 0
      leave()
      openLater()
    }
  }

  /** Not while something is sent: it may be that one signs out, and what is asked for then is refused. */
  const readAnew = () => {
    clearTimeout(reading)
    if (queryClient.isMutating() > 0) reading = setTimeout(readAnew, sendingMs)
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

  /** After a pause that grows, and is another one for everybody who lost the same server. */
  const openLater = () => {
    const pause = Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * (0.5 + Math.random())
    failures += 1
    clearTimeout(timer)
    timer = setTimeout(openAgain, pause)
  }

  /** It may have ended with the session, and another have begun. Signing out or a new password is left to end by itself. */
  const openAgain = async () => {
    if (!onlineManager.isOnline() || queryClient.isMutating() > 0) return openLater()
    const session = await call(api.auth.check, {}).catch(() => undefined)
    if (isOver || document.hidden || stream) return
    if (!session) return openLater()
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    if (!session.isActive || session.designerId !== known?.designerId) {
      // What is being written would be lost; it is said when it is sent.
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
  if (!document.hidden) open()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
