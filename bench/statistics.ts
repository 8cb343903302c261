// Percentiles, regression and recovery time.

/** The summary of some figures; all NaN if there are none. */
export type Spread = { n: number; p50: number; p95: number; p99: number; most: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return {
    n: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    most: sorted.at(-1) ?? Number.NaN,
  }
}

/** The smallest value that at least this share of them does not exceed: always a measured one, never interpolated. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** A least-squares line through the points: its slope, and its height at their mean. */
export function fitLine(points: readonly (readonly [number, number])[]): { slope: number; middle: number } {
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length
  const middleX = mean(points.map(p => p[0]))
  const middle = mean(points.map(p => p[1]))
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middle), 0) / spread
  return { slope, middle }
}

export type Answer = {
  /** When it was to be sent, in ms since the start. */
  planned: number
  /** The time from then until the answer was complete, in ms. */
  took: number
  /** 0 if there was no answer. */
  status: number
  retryAfter: boolean
}

/**
 * Whether each three-second span (those that begin 0, 1, 2 … seconds after `from`, in ms on the clock of `planned`)
 * was well: no failure, and a 99th percentile within `limit` ms. One second has too few answers: two uploads, each of
 * which takes longer than that, would be its percentile.
 */
export function wellSpans(answers: readonly Answer[], from: number, limit: number): boolean[] {
  const secondOf = (a: Answer) => Math.floor((a.planned - from) / 1000)
  const isWell = (some: Answer[]) =>
    some.every(a => a.status >= 200 && a.status < 300) && spreadOf(some.map(a => a.took)).p99 <= limit
  const spans = Math.max(1, Math.max(...answers.map(secondOf)) - 1)
  return Array.from({ length: spans }, (_, second) =>
    isWell(answers.filter(a => secondOf(a) >= second && secondOf(a) <= second + 2)),
  )
}

/** How many ms after the first span the first five consecutive well seconds begin; undefined if there are none. */
export function recoveryTime(spans: readonly boolean[]): number | undefined {
  const first = spans.findIndex((_, at) => at + 3 <= spans.length && spans.slice(at, at + 3).every(Boolean))
  return first < 0 ? undefined : first * 1000
}
