import { expect, test } from 'vitest'
import { isLong } from './load.ts'

const line = (waitingCount: number, unbrokenMs: number, firstMs: number) => ({
  waitingCount,
  line: { unbrokenMs, firstMs },
})

test.each([
  ['nobody', line(0, 0, 0), false],
  ['many, in a moment’s stall', line(255, 499, 499), false],
  ['many for long, who all get on', line(255, 60_000, 49), false],
  ['few, who have stood for long', line(1, 500, 500), true],
  ['many for long, whose first waits', line(40, 500, 50), true],
  ['too many at once', line(256, 0, 0), true],
])('in line: %s', (_, pool, expected) => {
  expect(isLong(pool)).toBe(expected)
})
