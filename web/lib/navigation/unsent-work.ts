import { useEffect } from 'react'

let pieces = 0

/** Whether a component on this page holds work that a reload would lose. */
export const hasUnsentWork = () => pieces > 0

/**
 * Marks the caller, while it is mounted, as holding work that a reload would lose: a form with input, a payment in
 * progress. While any is marked, the page does not reload by itself. Running mutations are counted separately.
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
