import { useEffect } from 'react'

let pieces = 0

/** Whether there is something on this page that a reload would lose. */
export const hasUnsentWork = () => pieces > 0

/**
 * Says, for as long as the caller is on screen, whether it holds something a reload would lose: a form that was begun,
 * a payment under way. Nothing reloads the page meanwhile. What is being sent need not be told of: that is known.
 */
export function useUnsentWork(isUnsent: boolean) {
  useEffect(() => {
    if (!isUnsent) return
    pieces += 1
    return () => {
      pieces -= 1
    }
  }, [isUnsent])
}
