import { createRandom } from '../demo/random.ts'
import { nodeDigest } from '../server/features/judging/node-digest.ts'
import { normalQuantile, normalScores } from '../server/features/judging/normal.ts'
import { type CountedScore, centreAndScale, rankEntries } from '../server/features/judging/rank.ts'
import { assignBorder, chooseBorder } from '../shared/judging/border.ts'
import { utf8 } from '../shared/judging/digest.ts'
import { type Draw, drawTriples } from '../shared/judging/draw.ts'
import { shuffle } from '../shared/judging/stream.ts'

// A book judged by invented jurors, with the draw and the ranking of the program: how much of the true best it finds, and
// what severity and order do to it. A juror sees the logo's true quality less the own severity, with noise (of the
// variance of quality and noise 0.3 is quality), and gives it a score by thresholds that the expected shares set.

const entryCount = 36_000
const jurorCount = 9
const places = 2_000
const qualityShare = 0.3
const severityDeviation = 0.3
const expectedShares = [0.45, 0.3, 0.18, 0.07]
/** How far, in standard deviations, scores rise from a juror's first tile to the last; both are simulated. */
const drifts = [0.5, 1]
/** The late entries are the last tenth. */
const lateShare = 0.1

const firstThresholds = expectedShares.slice(0, 3).map((_, i) => {
  const share = expectedShares.slice(0, i + 1).reduce((sum, x) => sum + x, 0)
  return normalQuantile(share)
})
const borderThresholds = Array.from({ length: 10 }, (_, i) => normalQuantile((i + 1) / 11))

type Scale = 'standard' | 'normal'
const scales = { standard: centreAndScale, normal: normalScores }

export type SimulationResult = {
  /** The share of the true best among the places, by what the model is fitted to; the mean of the repetitions. */
  overlap: Record<Scale, { first: number; border: number }>
  /** The same for the plain mean of the scores as given, which severity distorts. */
  plainMean: number
  /** How many more scores the border round takes. */
  moreScores: number
  /** What the last tenth wins, as a multiple of a tenth, at the lower and the higher drift. */
  lateWins: { shared: number[]; independent: number[] }
}

export async function simulateJudging(repetitions: number): Promise<SimulationResult> {
  const seeds = Array.from({ length: repetitions }, (_, i) => `book ${i + 1}`)
  const runs: Awaited<ReturnType<typeof judgeBook>>[] = []
  for (const seed of seeds) runs.push(await judgeBook(seed))
  const mean = (pick: (run: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + pick(run), 0) / runs.length
  const overlapOf = (scale: Scale) => ({
    first: mean(run => run[scale].first),
    border: mean(run => run[scale].border),
  })
  const lateWins = { shared: [] as number[], independent: [] as number[] }
  for (const drift of drifts) {
    let [shared, independent] = [0, 0]
    for (const seed of seeds) {
      shared += await judgeWithDrift(seed, drift, true)
      independent += await judgeWithDrift(seed, drift, false)
    }
    lateWins.shared.push(shared / repetitions)
    lateWins.independent.push(independent / repetitions)
  }
  return {
    overlap: { standard: overlapOf('standard'), normal: overlapOf('normal') },
    plainMean: mean(run => run.plainMean),
    moreScores: mean(run => run.moreScores),
    lateWins,
  }
}

/** A jury and its entries: what one of its jurors gives for one of them. */
async function prepare(seed: string) {
  const random = createRandom(seed)
  const randomness = { digest: nodeDigest, seed: utf8(seed) }
  const logoIds = Array.from({ length: entryCount }, (_, i) => i + 1)
  const draw = await drawTriples(randomness, { logoIds, jurorCount, conflicts: [] })
  const quality = new Map(logoIds.map(id => [id, random.normal(0, Math.sqrt(qualityShare))]))
  const severity = Array.from({ length: jurorCount + 1 }, () => random.normal(0, severityDeviation))
  const noise = Math.sqrt(1 - qualityShare)
  const give = (logo_id: number, juror: number, thresholds: readonly number[], shift = 0) => {
    const seen = (quality.get(logo_id) ?? 0) - (severity[juror] ?? 0) + random.normal(0, noise) + shift
    return thresholds.filter(threshold => seen > threshold).length
  }
  const best = new Set(
    [...logoIds].sort((a, b) => (quality.get(b) ?? 0) - (quality.get(a) ?? 0)).slice(0, places),
  )
  const overlap = (ranked: readonly number[]) =>
    ranked.slice(0, places).filter(id => best.has(id)).length / places
  return { randomness, draw, give, overlap }
}

const scoreFirstRound = (draw: Draw, give: (logo_id: number, juror: number) => number): CountedScore[] =>
  draw.assignments.flatMap(({ logo_id, jurors }) =>
    jurors.map(juror => ({ logo_id, juror, round: 1 as const, score: give(logo_id, juror) })),
  )

const rank = (draw: Draw, scores: readonly CountedScore[], scale: Scale) =>
  rankEntries({
    scores,
    order: draw.order,
    disqualified: new Set(),
    places,
    scale: scales[scale],
  }).entries.map(entry => entry.logo_id)

async function judgeBook(seed: string) {
  const { randomness, draw, give, overlap } = await prepare(seed)
  const scores = scoreFirstRound(draw, (logo_id, juror) => give(logo_id, juror, firstThresholds))
  const panels = new Map(draw.assignments.map(({ logo_id, jurors }) => [logo_id, jurors]))

  async function withAndWithoutBorder(scale: Scale) {
    const first = rank(draw, scores, scale)
    const chosen = chooseBorder(first, [], places)
    const border = await assignBorder(randomness, {
      logoIds: draw.order.filter(id => chosen.has(id)),
      jurorCount,
      mayJudge: (juror, logo_id) => !panels.get(logo_id)?.includes(juror),
    })
    const more = border.flatMap(({ logo_id, jurors }) =>
      jurors.map(juror => ({
        logo_id,
        juror,
        round: 2 as const,
        score: give(logo_id, juror, borderThresholds),
      })),
    )
    const final = rank(draw, [...scores, ...more], scale)
    return { first: overlap(first), border: overlap(final), more: more.length }
  }

  const standard = await withAndWithoutBorder('standard')
  return {
    standard,
    normal: await withAndWithoutBorder('normal'),
    plainMean: overlap(rankByMean(draw, scores)),
    moreScores: standard.more / scores.length,
  }
}

function rankByMean(draw: Draw, scores: readonly CountedScore[]) {
  const sums = new Map<number, number>()
  for (const { logo_id, score } of scores) sums.set(logo_id, (sums.get(logo_id) ?? 0) + score)
  return [...draw.order].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0))
}

/** The share that the last tenth of the entries win, where scores rise over a session, as a multiple of a tenth. */
async function judgeWithDrift(seed: string, drift: number, isShared: boolean): Promise<number> {
  const { randomness, draw, give } = await prepare(seed)
  const positionOf = await positionTiles(draw, juror => (isShared ? undefined : { ...randomness, juror }))
  const scores = scoreFirstRound(draw, (logo_id, juror) =>
    give(logo_id, juror, firstThresholds, drift * (positionOf(logo_id, juror) - 0.5)),
  )
  // Ties are broken by logo id here: by the order of entries, late ones of the shared order would lose them.
  const neutral = { ...draw, order: [...draw.order].sort((a, b) => a - b) }
  const late = new Set(draw.order.slice(-entryCount * lateShare))
  const winners = rank(neutral, scores, 'standard').slice(0, places)
  return winners.filter(id => late.has(id)).length / places / lateShare
}

/** Where in a juror's session an entry comes, from 0 to 1: in the order of entries, or in the juror's own. */
async function positionTiles(
  draw: Draw,
  own: (juror: number) => (Parameters<typeof shuffle>[0] & { juror: number }) | undefined,
) {
  const positions = new Map<number, number>()
  const keyOf = (logo_id: number, juror: number) => logo_id * 16 + juror
  for (let juror = 1; juror <= jurorCount; juror++) {
    const tiles = draw.assignments.filter(a => a.jurors.includes(juror)).map(a => a.logo_id)
    const randomness = own(juror)
    const ordered = randomness ? await shuffle(randomness, `juror:${juror}`, tiles) : tiles
    for (const [i, logo_id] of ordered.entries()) positions.set(keyOf(logo_id, juror), i / ordered.length)
  }
  return (logo_id: number, juror: number) => positions.get(keyOf(logo_id, juror)) ?? 0
}
