import { expect, test } from 'vitest'
import { type Answer, fitLine, percentile, recoveryTime, spreadOf, wellSpans } from './statistics.ts'

test('a percentile is the smallest value that its share does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  expect([0.5, 0.95, 0.99, 1].map(share => percentile(hundred, share))).toEqual([50, 95, 99, 100])
  expect(percentile([7], 0.01)).toBe(7)
  expect(percentile([1, 2], 0.5)).toBe(1)
  expect(percentile([1, 2], 0.51)).toBe(2)
})

test('a spread does not depend on the order, and leaves its values alone', () => {
  const values = [30, 1, 20]
  expect(spreadOf(values)).toEqual({ n: 3, p50: 20, p95: 30, p99: 30, most: 30 })
  expect(values).toEqual([30, 1, 20])
  expect(spreadOf([])).toEqual({ n: 0, p50: Number.NaN, p95: Number.NaN, p99: Number.NaN, most: Number.NaN })
})

test('a line is fitted through its points', () => {
  const points = [0, 1, 2, 3].map(x => [x, 5 + 2 * x] as const)
  expect(fitLine(points)).toEqual({ slope: 2, middle: 8 })
  expect(fitLine([...points, [1.5, 8]]).slope).toBeCloseTo(2)
  expect(fitLine([0, 1, 2].map(x => [x, 4] as const)).slope).toBe(0)
})

test('recovery begins with five seconds of which any three together are within the limit', () => {
  const answer = (planned: number, took: number, status = 200): Answer => ({
    planned,
    took,
    status,
    retryAfter: false,
  })
  const good = Array.from({ length: 800 }, (_, i) => answer(1000 + i * 10, 10))
  const after = (...bad: Answer[]) => recoveryTime(wellSpans([...good, ...bad], 1000, 100))
  expect(wellSpans(good, 1000, 100)).toEqual(Array(6).fill(true))
  expect(after()).toBe(0)
  // Three of three hundred are one per cent; the fourth is too many.
  const slow = [1200, 1300, 2400, 3500].map(at => answer(at, 101))
  expect(after(...slow.slice(1))).toBe(0)
  expect(after(...slow)).toBe(1000)
  expect(after(answer(3100, 5, 503))).toBe(3000)
  expect(after(answer(4100, 5, 503))).toBeUndefined()
  // A failure much later is not part of the recovery.
  const late = wellSpans([...good, answer(8900, 5, 0)], 1000, 100)
  expect([recoveryTime(late), late]).toEqual([0, [true, true, true, true, true, false]])
  expect(recoveryTime(wellSpans([answer(1000, 5, 0)], 1000, 100))).toBeUndefined()
})
