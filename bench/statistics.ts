// The benchmark's own arithmetic.

/** What times (or any figures) amount to; all NaN where there are none. */
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

/** The smallest value that at least this share of them does not exceed: one that was measured, never one in between. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The line through the points by least squares: its slope, and its height over the middle of them. */
export function fitLine(points: readonly (readonly [number, number])[]): { slope: number; middle: number } {
  const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length
  const middleX = mean(points.map(p => p[0]))
  const middle = mean(points.map(p => p[1]))
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middle), 0) / spread
  return { slope, middle }
}

export type Answer = {
  /** When it was to be sent, in ms since the beginning. */
  planned: number
  /** From then until the answer was whole, in ms. */
  took: number
  /** 0 where there was none. */
  status: number
  retryAfter: boolean
}

/**
 * How long after `from` (ms on the clock of `planned`) the last second ended that was not good: one whose 99th
 * percentile was over `limit` ms or that had a failure. 0 when each was good; undefined when the last one was not.
 */
export function recoveryTime(answers: readonly Answer[], from: number, limit: number): number | undefined {
  const seconds = Map.groupBy(answers, a => Math.floor((a.planned - from) / 1000))
  const isGood = (second: Answer[]) =>
    second.every(a => a.status >= 200 && a.status < 300) && spreadOf(second.map(a => a.took)).p99 <= limit
  const last = Math.max(...seconds.keys())
  const bad = [...seconds].filter(([, each]) => !isGood(each)).map(([n]) => n)
  if (bad.includes(last)) return undefined
  return bad.length ? (Math.max(...bad) + 1) * 1000 : 0
}
