import type { ErrorBody } from '../../../shared/endpoint.ts'

// The messages of a submission that waits or has failed.

/** For an upload without an answer: what happens next, or what to do. */
export function lostMessage({ isOnline, isRetried }: { isOnline: boolean; isRetried: boolean }) {
  const lost = 'The connection was lost, but your logo wasn’t.'
  if (!isOnline) return `${lost} We’ll send it again when you’re back online; it’s stored only once.`
  return isRetried
    ? `${lost} We’ll send it again in a few seconds; it’s stored only once.`
    : `${lost} Please try again; it’s stored only once.`
}

/** While the queue is paused by the server's rate limit. */
export function pausedMessage(until: Date) {
  if (until.getTime() - Date.now() < 60_000)
    return 'Your other uploads are still under way. This one follows in a moment.'
  const at = until.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return `You’ve uploaded a lot of logos in a short time. This one will be sent at ${at}. Please keep this page open.`
}

/** For an answer that names no field. */
export function failureMessage(
  status: number,
  { error = 'The upload didn’t reach us. Please try again.', code }: Partial<ErrorBody> = {},
) {
  if (code === 'saving_waits') return error
  if (status === 503) return 'We’re receiving a lot of uploads. Wait a moment, then try again.'
  if (status === 401) return 'You’ve been logged out. Log in again in another tab, then try again here.'
  if (status >= 500) return 'We couldn’t save it. Nothing is lost; please try again.'
  return error
}
