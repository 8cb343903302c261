// The normal distribution, and normal scores.

const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** Φ(x), by the series of Marsaglia, "Evaluating the Normal Distribution", J. Stat. Software 11 (2004). */
export function normalCdf(x: number): number {
  if (x < -8) return 0
  if (x > 8) return 1
  let sum = x
  let term = x
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i
    sum += term
  }
  return 0.5 + sum * density(x)
}

/** Φ⁻¹(p) for 0 < p < 1, by Newton's method: from 0 it approaches the root from one side, as Φ is concave above 0. */
export function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p)
  let x = 0
  for (let step = Number.POSITIVE_INFINITY, i = 0; Math.abs(step) > 1e-13 && i < 100; i++) {
    step = (p - normalCdf(x)) / density(x)
    x += step
  }
  return x
}

/** z = Φ⁻¹((rank − ½)/n), equal values at the mean of their ranks (mid-ranks). All equal: 0. */
export function normalScores(values: readonly number[]): number[] {
  const n = values.length
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const scores = new Map<number, number>()
  let below = 0
  for (const value of [...counts.keys()].sort((a, b) => a - b)) {
    const count = counts.get(value) as number
    const midRank = below + (count + 1) / 2
    scores.set(value, normalQuantile((midRank - 0.5) / n))
    below += count
  }
  return values.map(value => scores.get(value) as number)
}
