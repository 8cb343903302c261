import { expect, test } from 'vitest'
import { simulateJudging } from './judging-simulation.ts'

test('a simulated jury reproduces the figures that the procedure was designed with, within 0.03', {
  timeout: 400_000,
}, async () => {
  const { overlap, plainMean, moreScores, lateWins } = await simulateJudging(1)
  expect(Math.abs(overlap.standard.first - 0.42)).toBeLessThan(0.03)
  expect(Math.abs(overlap.standard.border - 0.485)).toBeLessThan(0.03)
  expect(overlap.normal.border).toBeGreaterThan(overlap.normal.first)
  expect(plainMean).toBeLessThan(overlap.standard.first)
  expect(moreScores).toBeCloseTo(0.056, 3)
  // One order for all: late entries win more than their share, the more the scores rise. Orders of their own: not.
  expect(lateWins.shared[0]).toBeGreaterThan(1.5)
  expect(lateWins.shared[1]).toBeGreaterThan(2)
  for (const times of lateWins.independent) expect(Math.abs(times - 1)).toBeLessThan(0.2)
})
