import { fitMixedModel } from './mixed-model.ts'
import { type CountedScore, toNormalScores } from './rank.ts'

// How far the jurors agree: published with the results, by number and never by name.

export type TimedScore = CountedScore & { scored_at: Date }
export type Reliability = {
  icc_single: number
  icc_three: number
  alpha: number | null
  alpha_low: number | null
  alpha_high: number | null
  jurors: {
    juror: number
    correlation: number | null
    drift: number | null
    seconds_per_tile: number | null
  }[]
}

/** From the first round: the ICCs of normal scores, Krippendorff's alpha of the scores as given, and each juror. */
export function measureReliability(scores: readonly TimedScore[]): Reliability {
  const first = scores.filter(({ round }) => round === 1)
  const normal = toNormalScores(first)
  const { entryVariance, jurorVariance, residualVariance } = fitMixedModel(normal)
  const noise = jurorVariance + residualVariance
  const share = (scoresPerEntry: number) =>
    entryVariance > 0 ? entryVariance / (entryVariance + noise / scoresPerEntry) : 0
  const z = new Map(normal.map(({ entry, juror, y }) => [`${entry}.${juror}`, y]))
  const withZ = first.map(score => ({ ...score, z: z.get(`${score.logo_id}.${score.juror}`) as number }))
  const numbers = [...new Set(first.map(({ juror }) => juror))].sort((a, b) => a - b)
  const sums = sumByEntry(withZ)
  return {
    icc_single: share(1),
    icc_three: share(3),
    ...jackknifeAlpha(first),
    jurors: numbers.map(juror => {
      const own = withZ.filter(score => score.juror === juror).sort((a, b) => +a.scored_at - +b.scored_at)
      return {
        juror,
        correlation: correlateWithOthers(own, sums),
        drift: slopePer100(own.map(score => score.z)),
        seconds_per_tile: secondsPerTile(own.map(({ scored_at }) => scored_at)),
      }
    }),
  }
}

type Rated = { logo_id: number; juror: number; score: number }

/**
 * Krippendorff's alpha for interval data: 1 − observed/expected disagreement over all pairs of values of entries that
 * have two or more (Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011). Null where nothing varies.
 */
export function intervalAlpha(scores: readonly Rated[]): number | null {
  const units = new Map<number, { n: number; sum: number; squares: number }>()
  for (const { logo_id, score } of scores) {
    const unit = units.get(logo_id)
    if (!unit) units.set(logo_id, { n: 1, sum: score, squares: score * score })
    else {
      unit.n++
      unit.sum += score
      unit.squares += score * score
    }
  }
  const all = { n: 0, sum: 0, squares: 0 }
  let observed = 0
  for (const unit of units.values()) {
    if (unit.n < 2) continue
    all.n += unit.n
    all.sum += unit.sum
    all.squares += unit.squares
    observed += pairDifferences(unit) / (unit.n - 1)
  }
  const expected = pairDifferences(all) / (all.n - 1)
  return expected > 0 ? 1 - observed / expected : null
}

/** The sum of (a − b)² over all ordered pairs. */
const pairDifferences = ({ n, sum, squares }: { n: number; sum: number; squares: number }) =>
  2 * (n * squares - sum * sum)

/** Student's t for a two-sided interval of 95 %, by degrees of freedom from 1. */
const studentT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262]

/** Alpha with the interval of the delete-one-juror jackknife (Tukey 1958: Student's t, J − 1 degrees of freedom). */
export function jackknifeAlpha(scores: readonly Rated[]) {
  const alpha = intervalAlpha(scores)
  const numbers = [...new Set(scores.map(({ juror }) => juror))]
  const without = numbers.map(number => intervalAlpha(scores.filter(({ juror }) => juror !== number)))
  const alphas = without.filter(value => value !== null)
  const t = studentT[numbers.length - 2]
  if (alpha === null || t === undefined || alphas.length < numbers.length)
    return { alpha, alpha_low: null, alpha_high: null }
  const mean = alphas.reduce((sum, value) => sum + value, 0) / alphas.length
  const squares = alphas.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const error = Math.sqrt(((alphas.length - 1) / alphas.length) * squares)
  return { alpha, alpha_low: alpha - t * error, alpha_high: Math.min(alpha + t * error, 1) }
}

type Scored = { logo_id: number; z: number }

function sumByEntry(scores: readonly Scored[]) {
  const sums = new Map<number, { sum: number; n: number }>()
  for (const { logo_id, z } of scores) {
    const { sum, n } = sums.get(logo_id) ?? { sum: 0, n: 0 }
    sums.set(logo_id, { sum: sum + z, n: n + 1 })
  }
  return sums
}

function correlateWithOthers(own: readonly Scored[], sums: ReturnType<typeof sumByEntry>): number | null {
  const pairs: [number, number][] = []
  for (const { logo_id, z } of own) {
    const { sum, n } = sums.get(logo_id) ?? { sum: 0, n: 0 }
    if (n > 1) pairs.push([z, (sum - z) / (n - 1)])
  }
  const { xx, yy, xy } = moments(pairs)
  return xx > 1e-12 && yy > 1e-12 ? xy / Math.sqrt(xx * yy) : null
}

/** The slope of the values over their places in the order given, per 100 places. */
function slopePer100(values: readonly number[]): number | null {
  const { xx, xy } = moments(values.map((value, i) => [i, value]))
  return xx > 0 ? (100 * xy) / xx : null
}

/** Sums of squares and products about the means. */
function moments(pairs: readonly (readonly [number, number])[]) {
  const mx = pairs.reduce((sum, [x]) => sum + x, 0) / pairs.length
  const my = pairs.reduce((sum, [, y]) => sum + y, 0) / pairs.length
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
    xy += (x - mx) * (y - my)
  }
  return { xx, yy, xy }
}

/** The median time between one score and the next; times ascending. */
export function secondsPerTile(times: readonly Date[]): number | null {
  const gaps = times.slice(1).map((time, i) => (+time - +(times[i] as Date)) / 1000)
  if (!gaps.length) return null
  gaps.sort((a, b) => a - b)
  const middle = gaps.length / 2
  return gaps.length % 2
    ? (gaps[Math.floor(middle)] as number)
    : ((gaps[middle - 1] as number) + (gaps[middle] as number)) / 2
}
