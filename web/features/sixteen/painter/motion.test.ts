import { expect, test } from 'vitest'
import { delayOf, isOver, type Motion, progressOf } from './motion.ts'

test('a square is on its way for 600 ms after its delay, fast at first and never back', () => {
  expect([progressOf(0, 0), progressOf(199, 200)]).toEqual([0, 0])
  expect([progressOf(600, 0), progressOf(800, 200), progressOf(5000, 200)]).toEqual([1, 1, 1])
  expect(progressOf(599, 0)).toBeCloseTo(1)
  // cubic-bezier(0.2, 0.8, 0.2, 1) at a quarter and at a half of its time.
  expect(progressOf(150, 0)).toBeCloseTo(0.767, 3)
  expect(progressOf(300, 0)).toBeCloseTo(0.946, 3)
  expect(progressOf(350, 200)).toBe(progressOf(150, 0))
  const parts = Array.from({ length: 101 }, (_, i) => progressOf(i * 6, 0))
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
})

test('the farther a square has to go, the later it starts, by 200 ms at most', () => {
  expect([delayOf(0, 1000), delayOf(500, 1000), delayOf(1000, 1000), delayOf(9000, 1000)]).toEqual([
    0, 100, 200, 200,
  ])
})

test('squares have arrived after the longest delay and the whole way', () => {
  const motion: Motion = { startedAt: 1000, positions: [], ways: new Float32Array() }
  expect([isOver(motion, 1000), isOver(motion, 1800), isOver(motion, 1801)]).toEqual([false, false, true])
  expect(progressOf(800, delayOf(1, 1))).toBe(1)
})
