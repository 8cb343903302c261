/**
 * After `after` failures in a row nobody tries for `restMs`; then one at a time may, until one succeeds.
 */
export function makeBreaker(after: number, restMs: number) {
  let failures = 0
  let restsUntil = 0
  return {
    /** Whether to ask now. */
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
