import { type Band, bands } from '../../../shared/rules/books.ts'
import { type Fit, fitMixedModel, type Observation } from './mixed-model.ts'
import { normalCdf, normalScores } from './normal.ts'

// From the scores to ranks: normal scores, the model, the probability of a place, the cut.

/** A juror's current score of an entry; `juror` is the juror's number. */
export type CountedScore = { logo_id: number; juror: number; round: 1 | 2; score: number }

type RankedEntry = {
  logo_id: number
  /** From 1; null for the disqualified, who also have no `p` and no `band`. */
  rank: number | null
  u: number
  v: number
  p: number | null
  band: Band | null
  /** The plain mean of (score − juror's mean)/juror's standard deviation. */
  crossCheck: number
}
export type Ranking = { entries: RankedEntry[]; fit: Fit; cut: number | null }

/** Effects closer than this are equal: two sums of the same scores may differ by rounding. */
const tied = 1e-9

/** Replaces each score by `transform` of all that its juror gave in its round. */
function standardize(
  scores: readonly CountedScore[],
  transform: (values: number[]) => number[],
): Observation[] {
  const groups = new Map<string, CountedScore[]>()
  for (const score of scores) {
    const key = `${score.juror}.${score.round}`
    const group = groups.get(key)
    if (group) group.push(score)
    else groups.set(key, [score])
  }
  return [...groups.values()].flatMap(group => {
    const values = transform(group.map(({ score }) => score))
    return group.map(({ logo_id, juror, round }, i) => ({
      entry: logo_id,
      juror,
      round,
      y: values[i] as number,
    }))
  })
}

export const toNormalScores = (scores: readonly CountedScore[]) => standardize(scores, normalScores)

/** (x − mean)/SD, and 0 where the standard deviation is 0. */
export function centreAndScale(values: readonly number[]): number[] {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / Math.max(values.length - 1, 1))
  return values.map(x => (deviation > 0 ? (x - mean) / deviation : 0))
}

/** Severity by juror number: −b̂ of the model on the first round's scores as given. */
export function measureSeverity(scores: readonly CountedScore[]): Map<number, number> {
  const raw = scores.filter(({ round }) => round === 1).map(s => ({ ...s, entry: s.logo_id, y: s.score }))
  // 0 − b: a plain minus would make −0 of 0.
  return new Map(fitMixedModel(raw).jurors.map(({ juror, b }) => [juror, 0 - b]))
}

/** What an entry's place follows from; `position` is its place in the order of entries. */
type Placeable = { logo_id: number; position: number; u: number; v: number; threes: number }
type Place = { rank: number; p: number; band: Band }

/**
 * Ranks by û; ties by the number of 3s of the first round, then by the order of entries. Probabilities and bands are
 * among these entries. By logo id.
 */
export function placeEntries(
  entries: readonly Placeable[],
  places: number,
): { places: Map<number, Place>; cut: number | null } {
  const ranked = sortWithTies(entries)
  const { cut, probabilities } = placeProbabilities(ranked, places)
  const placed = ranked.map(({ logo_id }, i): [number, Place] => [
    logo_id,
    { rank: i + 1, p: probabilities[i] as number, band: bandOf(i + 1, ranked.length) },
  ])
  return { places: new Map(placed), cut }
}

/**
 * Fits the model and ranks the entries, best first and the disqualified last. Their scores stay in the fit; ranks,
 * probabilities and bands are of the others.
 */
export function rankEntries(input: {
  scores: readonly CountedScore[]
  /** The entries that exist, in the order of entries. */
  order: readonly number[]
  disqualified: ReadonlySet<number>
  places: number
  /** What the model is fitted to, from all that a juror gave in a round. */
  scale?: (values: readonly number[]) => number[]
}): Ranking {
  const { scores, order, disqualified, scale = normalScores } = input
  const fit = fitMixedModel(standardize(scores, scale), order)
  const threes = countThrees(scores)
  const checks = meanByEntry(standardize(scores, centreAndScale))
  const rows = order.map((logo_id, position) => ({
    logo_id,
    position,
    ...(fit.entries.get(logo_id) ?? { u: 0, v: 0 }),
    threes: threes.get(logo_id) ?? 0,
    crossCheck: checks.get(logo_id) ?? 0,
  }))
  const { places, cut } = placeEntries(
    rows.filter(({ logo_id }) => !disqualified.has(logo_id)),
    input.places,
  )
  const entries = rows.map(({ logo_id, u, v, crossCheck }): RankedEntry => {
    const { rank, p, band } = places.get(logo_id) ?? { rank: null, p: null, band: null }
    return { logo_id, rank, u, v, p, band, crossCheck }
  })
  const last = entries.length + 1
  return { entries: entries.sort((a, b) => (a.rank ?? last) - (b.rank ?? last)), fit, cut }
}

function countThrees(scores: readonly CountedScore[]) {
  const threes = new Map<number, number>()
  for (const { logo_id, round, score } of scores)
    if (round === 1 && score === 3) threes.set(logo_id, (threes.get(logo_id) ?? 0) + 1)
  return threes
}

function meanByEntry(observations: readonly Observation[]): Map<number, number> {
  const sums = new Map<number, { sum: number; n: number }>()
  for (const { entry, y } of observations) {
    const { sum, n } = sums.get(entry) ?? { sum: 0, n: 0 }
    sums.set(entry, { sum: sum + y, n: n + 1 })
  }
  return new Map([...sums].map(([entry, { sum, n }]) => [entry, sum / n]))
}

function sortWithTies<T extends { u: number; threes: number; position: number }>(rows: readonly T[]): T[] {
  const byEffect = [...rows].sort((a, b) => b.u - a.u)
  const sorted: T[] = []
  for (let from = 0; from < byEffect.length; ) {
    let to = from + 1
    while (to < byEffect.length && (byEffect[to - 1] as T).u - (byEffect[to] as T).u < tied) to++
    const equals = byEffect.slice(from, to)
    sorted.push(...equals.sort((a, b) => b.threes - a.threes || a.position - b.position))
    from = to
  }
  return sorted
}

/** P = Φ((û − c)/√v), with c such that the probabilities add up to the number of places; c by bisection. */
export function placeProbabilities(
  entries: readonly { u: number; v: number }[],
  places: number,
): { cut: number | null; probabilities: number[] } {
  if (places >= entries.length) return { cut: null, probabilities: entries.map(() => 1) }
  if (entries.every(({ u, v }) => u === 0 && v === 0))
    return { cut: null, probabilities: entries.map(() => places / entries.length) }
  const at = (c: number) => entries.map(({ u, v }) => normalCdf((u - c) / Math.sqrt(Math.max(v, 1e-18))))
  const effects = entries.map(({ u }) => u)
  const reach = 10 * Math.sqrt(entries.reduce((most, { v }) => Math.max(most, v), 1e-18))
  let low = effects.reduce((least, u) => Math.min(least, u)) - reach
  let high = effects.reduce((most, u) => Math.max(most, u)) + reach
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (at(middle).reduce((sum, p) => sum + p, 0) > places) low = middle
    else high = middle
  }
  const cut = (low + high) / 2
  return { cut, probabilities: at(cut) }
}

/** The smallest band b with rank ≤ b·n/100. */
export const bandOf = (rank: number, entries: number): Band =>
  bands.find(b => rank * 100 <= b * entries) ?? 100
