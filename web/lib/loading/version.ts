/** Whether `a` is a later version than `b`. Anything that is not `1.2.3` is never later. */
export function isLater(a: unknown, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (!left || !right) return false
  const i = left.findIndex((number, at) => number !== right[at])
  return i >= 0 && left[i]! > right[i]!
}

/** The three numbers of `1.2.3`; undefined for anything else. Pre-releases (`1.2.3-beta.1`) are not offered. */
function numbersOf(version: unknown) {
  const match = typeof version === 'string' && /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version)
  return match ? match.slice(1).map(Number) : undefined
}
