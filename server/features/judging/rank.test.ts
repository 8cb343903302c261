import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fitMixedModel } from './mixed-model.ts'
import { normalCdf, normalQuantile, normalScores } from './normal.ts'
import {
  bandOf,
  type CountedScore,
  centreAndScale,
  measureSeverity,
  placeProbabilities,
  rankEntries,
  toNormalScores,
} from './rank.ts'

// The cases' answers are R's lme4 (tests/fixtures/judging/README.md).
const folder = join(import.meta.dirname, '../../../tests/fixtures/judging')
const cases = readdirSync(folder, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

const readRows = (name: string, file: string) =>
  readFileSync(join(folder, name, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split(',').map(cell => cell.trim()))

const readScores = (name: string, fit: string) =>
  readRows(name, `${fit}-scores.csv`).map(([logo_id, juror, round, score, z]) => ({
    logo_id: Number(logo_id),
    juror: Number(juror),
    round: round === '2' ? (2 as const) : (1 as const),
    score: Number(score),
    z: Number(z),
  }))

const readModel = (name: string, fit: string) =>
  Object.fromEntries(readRows(name, `${fit}-model.csv`).map(([key, value]) => [key, Number(value)]))

test('reference cases were found', () => expect(cases).toEqual(['eight-jurors', 'nine-jurors', 'odd']))

describe.each(cases)('%s agrees with lme4 to 1e-4', name => {
  test.each(['first', 'border', 'raw'])('the fit %s: effects, variances, cut', fit => {
    const scores = readScores(name, fit)
    const observations =
      fit === 'raw' ? scores.map(s => ({ ...s, entry: s.logo_id, y: s.score })) : toNormalScores(scores)
    const model = readModel(name, fit)
    const result = fitMixedModel(observations)
    expect(Math.abs(result.entryVariance - (model.var_entry as number))).toBeLessThan(1e-4)
    expect(Math.abs(result.jurorVariance - (model.var_juror as number))).toBeLessThan(1e-4)
    expect(Math.abs(result.residualVariance - (model.var_residual as number))).toBeLessThan(1e-4)
    expect(Math.abs(result.intercept - (model.intercept as number))).toBeLessThan(1e-4)
    if (fit === 'border') expect(Math.abs(result.roundEffect - (model.stage2 as number))).toBeLessThan(1e-4)
    if (fit !== 'raw') expect(result.jurorVariance).toBe(0)

    const entries = readRows(name, `${fit}-entries.csv`)
    expect(entries.length).toBe(result.entries.size)
    for (const [id, u, v] of entries) {
      const entry = result.entries.get(Number(id))
      expect(Math.abs((entry?.u as number) - Number(u))).toBeLessThan(1e-4)
      expect(Math.abs((entry?.v as number) - Number(v))).toBeLessThan(1e-4)
    }
    for (const [group, b] of readRows(name, `${fit}-jurors.csv`)) {
      const effect = result.jurors.find(({ juror, round }) => `${juror}.${round}` === group)
      expect(Math.abs((effect?.b as number) - Number(b))).toBeLessThan(1e-4)
    }
    const { cut, probabilities } = placeProbabilities([...result.entries.values()], model.places as number)
    expect(Math.abs((cut as number) - (model.cut as number))).toBeLessThan(1e-4)
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(model.places as number, 6)
  })

  test.each(['first', 'border'])('the normal scores of %s', fit => {
    const scores = readScores(name, fit)
    const expected = new Map(scores.map(s => [`${s.logo_id}.${s.juror}.${s.round}`, s.z]))
    for (const { entry, juror, round, y } of toNormalScores(scores))
      expect(y).toBeCloseTo(expected.get(`${entry}.${juror}.${round}`) as number, 10)
  })

  test('severity is the negative juror effect of the scores as given', () => {
    const severity = measureSeverity(readScores(name, 'border'))
    for (const [group, b] of readRows(name, 'raw-jurors.csv'))
      expect(severity.get(Number(group?.split('.')[0]))).toBeCloseTo(-Number(b), 4)
  })
})

describe('the normal distribution', () => {
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [3.5, 0.9997673709209645],
    [-40, 0],
    [40, 1],
  ])('Φ(%d) = %d', (x, p) => expect(normalCdf(x)).toBeCloseTo(p, 14))

  test.each([0.5, 0.025, 0.999, 1e-5, 1 - 1 / 24_000])('the quantile of %d leads back to it', p =>
    expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 14),
  )

  test('equal scores share the mean of their ranks; a juror with one value gives 0', () => {
    const [low, high] = [normalQuantile(0.25), normalQuantile(0.75)]
    expect(normalScores([3, 0, 0, 3])).toEqual([high, low, low, high])
    expect(normalScores([2, 2, 2])).toEqual([0, 0, 0])
    expect(normalScores([1])).toEqual([0])
    expect(normalScores([])).toEqual([])
  })
})

/** Each row: the scores that jurors 1, 2, 3 … give the logo of that number. */
const firstRound = (rows: readonly (readonly number[])[]): CountedScore[] =>
  rows.flatMap((scores, i) =>
    scores.map((score, j) => ({ logo_id: i + 1, juror: j + 1, round: 1 as const, score })),
  )

const rank = (rows: readonly (readonly number[])[], more: Partial<Parameters<typeof rankEntries>[0]> = {}) =>
  rankEntries({
    scores: firstRound(rows),
    order: rows.map((_, i) => i + 1),
    disqualified: new Set(),
    places: 2,
    ...more,
  })

describe('the ranking', () => {
  const rows = [
    [0, 1, 0],
    [3, 3, 2],
    [1, 0, 1],
    [2, 3, 3],
    [1, 1, 2],
    [0, 0, 0],
  ]

  test('equal effects are ranked by the number of 3s, then by the order of entries', () => {
    // Jurors 1 and 2 gave the same scores in other order, and so have the same normal scores.
    const tied = [
      [3, 0],
      [0, 3],
      [2, 1],
      [1, 2],
    ]
    const ranks = (order: number[]) => rank(tied, { order }).entries.map(e => e.logo_id)
    expect(ranks([4, 3, 2, 1]).filter(id => id <= 2)).toEqual([2, 1])
    expect(ranks([1, 2, 3, 4]).filter(id => id <= 2)).toEqual([1, 2])
    const flat = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]
    expect(rank(flat, { order: [3, 1, 2] }).entries.map(e => [e.logo_id, e.rank, e.p])).toEqual([
      [3, 1, 2 / 3],
      [1, 2, 2 / 3],
      [2, 3, 2 / 3],
    ])
  })

  test('the disqualified have no rank, and their scores stay in the fit', () => {
    const all = rank(rows)
    const without = rank(rows, { disqualified: new Set([2]) })
    const best = all.entries.find(e => e.logo_id === 4)
    expect(without.entries.find(e => e.logo_id === 4)?.u).toBe(best?.u)
    expect(without.entries.find(e => e.logo_id === 2)).toMatchObject({ rank: null, p: null, band: null })
    expect(without.entries.filter(e => e.rank !== null).map(e => e.rank)).toEqual([1, 2, 3, 4, 5])
    const sum = without.entries.reduce((total, { p }) => total + (p ?? 0), 0)
    expect(sum).toBeCloseTo(2, 6)
  })

  test('with at least as many places as entries every probability is 1', () =>
    expect(rank(rows, { places: 6 }).entries.every(({ p }) => p === 1)).toBe(true))

  test('jurors in full agreement give a ranking without NaN', () => {
    const { entries } = rank([
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ])
    expect(entries.map(e => e.logo_id)).toEqual([4, 3, 2, 1])
    for (const { u, v, p } of entries) expect([u, v, p].every(x => Number.isFinite(x))).toBe(true)
  })

  test('without scores every entry is ranked by the order of entries', () => {
    const { entries } = rankEntries({ scores: [], order: [7, 5], disqualified: new Set(), places: 1 })
    expect(entries.map(e => [e.logo_id, e.rank, e.p])).toEqual([
      [7, 1, 0.5],
      [5, 2, 0.5],
    ])
  })

  test('the cross-check is the mean of (score − juror’s mean)/SD, and 0 where the SD is 0', () => {
    expect(centreAndScale([1, 2, 3])).toEqual([-1, 0, 1])
    expect(centreAndScale([2, 2])).toEqual([0, 0])
    const { entries } = rank([
      [1, 2],
      [2, 2],
      [3, 2],
    ])
    expect(entries.map(e => [e.logo_id, e.crossCheck])).toEqual([
      [3, 0.5],
      [2, 0],
      [1, -0.5],
    ])
  })

  test.each([
    [1, 20, 5],
    [2, 20, 10],
    [5, 20, 25],
    [10, 20, 50],
    [11, 20, 100],
    [1, 3, 50],
  ] as const)('rank %d of %d is in the band %d', (rank, entries, band) =>
    expect(bandOf(rank, entries)).toBe(band),
  )
})
