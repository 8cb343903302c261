import { describe, expect, test } from 'vitest'
import {
  intervalAlpha,
  jackknifeAlpha,
  measureReliability,
  secondsPerTile,
  type TimedScore,
} from './reliability.ts'
import { formatScoreLine, hashScoreLine } from './score-chain.ts'

// Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): four observers, twelve units, values missing.
const published = [
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
].flatMap((line, j) =>
  line
    .split(' ')
    .flatMap((value, i) => (value === '.' ? [] : [{ logo_id: i, juror: j + 1, score: Number(value) }])),
)

describe('Krippendorff’s alpha', () => {
  test('is 0.849 for the published example', () => expect(intervalAlpha(published)).toBeCloseTo(0.849, 3))

  test('has an interval from the delete-one-juror jackknife', () => {
    const { alpha, alpha_low, alpha_high } = jackknifeAlpha(published)
    const without = [1, 2, 3, 4].map(j => intervalAlpha(published.filter(s => s.juror !== j)) as number)
    const mean = without.reduce((a, b) => a + b) / 4
    const error = Math.sqrt((3 / 4) * without.reduce((sum, a) => sum + (a - mean) ** 2, 0))
    expect(alpha_low).toBeCloseTo((alpha as number) - 3.182 * error, 10)
    expect(alpha_high).toBeCloseTo(Math.min(1, (alpha as number) + 3.182 * error), 10)
  })

  test('is undefined where no score varies', () => {
    const flat = published.map(s => ({ ...s, score: 2 }))
    expect(jackknifeAlpha(flat)).toEqual({ alpha: null, alpha_low: null, alpha_high: null })
    expect(intervalAlpha([])).toBeNull()
  })
})

describe('each juror', () => {
  const score = (logo_id: number, juror: number, value: number, second: number): TimedScore => ({
    logo_id,
    juror,
    round: 1,
    score: value,
    scored_at: new Date(1_800_000_000_000 + 1000 * second),
  })

  test('correlates with the others where they agree, and not where the scores are inverted', () => {
    const scores = [0, 1, 2, 3].flatMap((value, i) => [
      score(i, 1, value, i),
      score(i, 2, value, i),
      score(i, 3, value, i),
      score(i, 4, 3 - value, i),
    ])
    const { jurors, icc_single, icc_three } = measureReliability(scores)
    expect(jurors.map(j => j.juror)).toEqual([1, 2, 3, 4])
    expect(jurors[0]?.correlation).toBeCloseTo(1, 6)
    expect(jurors[3]?.correlation).toBeCloseTo(-1, 6)
    expect(icc_three).toBeGreaterThanOrEqual(icc_single)
  })

  test('drift is the slope of the scores per 100 tiles, in the order of scoring', () => {
    const rising = Array.from({ length: 200 }, (_, i) => score(i, 1, i % 2 ? Math.floor(i / 50) : 0, i))
    const [juror] = measureReliability([...rising].reverse()).jurors
    expect(juror?.drift).toBeGreaterThan(0.1)
    expect(juror?.correlation).toBeNull()
    expect(measureReliability([score(1, 1, 2, 0)]).jurors[0]).toEqual({
      juror: 1,
      correlation: null,
      drift: null,
      seconds_per_tile: null,
    })
  })

  test('the time per tile is the median interval between scores', () => {
    const at = (...seconds: number[]) => secondsPerTile(seconds.map(s => new Date(1000 * s)))
    expect(at(0, 4, 9, 10_000)).toBe(5)
    expect(at(0, 4, 10)).toBe(5)
    expect(at(3)).toBeNull()
  })
})

test('a line of the score chain is hashed with the hash before it', () => {
  const at = new Date('2026-07-01T10:00:00.000Z')
  const line = formatScoreLine({
    n: 1,
    logo_id: 42,
    juror: 3,
    round: 1,
    score: 2,
    scored_at: at,
    kept_at: at,
  })
  expect(line).toBe('1,42,3,1,2,2026-07-01T10:00:00.000Z,2026-07-01T10:00:00.000Z')
  const first = hashScoreLine('ab', line)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(hashScoreLine('ac', line)).not.toBe(first)
})
