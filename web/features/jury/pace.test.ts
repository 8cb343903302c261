import { expect, test } from 'vitest'
import { addScore, inMinutes, noPace, timeLeft } from './pace.ts'

const after = (gaps: number[]) => {
  let pace = addScore(noPace, 1000)
  for (const gap of gaps) pace = addScore(pace, (pace.lastAt ?? 0) + gap)
  return pace
}

test('the time left is told from the twentieth gap on', () => {
  expect(timeLeft(after(Array(19).fill(3000)), 100)).toBeUndefined()
  expect(timeLeft(after(Array(20).fill(3000)), 100)).toBe(300_000)
})

test('the median of the last fifty counts: neither one long look nor an earlier pace', () => {
  expect(timeLeft(after([...Array(24).fill(2000), 200_000]), 10)).toBe(20_000)
  expect(timeLeft(after([...Array(60).fill(9000), ...Array(50).fill(1000)]), 10)).toBe(10_000)
  expect(timeLeft(after([...Array(25).fill(1000), ...Array(25).fill(3000)]), 10)).toBe(20_000)
})

test('a pause of more than five minutes is no gap', () => {
  expect(timeLeft(after([...Array(20).fill(2000), 400_000]), 1)).toBe(2000)
  expect(after([400_000]).gaps).toEqual([])
})

test.each([
  [30_000, 'about a minute'],
  [4 * 60_000, 'about 4 min'],
  [23 * 60_000, 'about 25 min'],
  [89 * 60_000, 'about 90 min'],
  [130 * 60_000, 'about 2 hours'],
])('%i ms are %s', (ms, words) => {
  expect(inMinutes(ms)).toBe(words)
})
