/**
 * Circuit breaker: opens for `restMs` after `after` failures in a row; then one call at a time may try, until one succeeds.
 */
export function makeBreaker(after: number, restMs: number) {
  let failures = 0
  let restsUntil = 0
  return {
    /** Whether a call may be made now. */
    mayTry() {
      if (failures < after) return true
      if (Date.now() < restsUntil) return false
      restsUntil = Date.now() + restMs
      return true
    },
    failed() {
      if (++failures >= after) restsUntil = Date.now() + restMs
    },
    succeeded() {
      failures = 0
    },
  }
}
