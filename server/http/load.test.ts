import { expect, test } from 'vitest'
import { isOverloaded } from './load.ts'

/** The queue of a pool of ten connections. */
const state = (waitingCount: number, queuedSinceMs: number, oldestWaitMs: number) => ({
  waitingCount,
  options: { max: 10 },
  queue: { queuedSinceMs, oldestWaitMs },
})

test.each([
  ['nobody', state(0, 0, 0), false],
  ['many, in a moment’s stall', state(255, 499, 499), false],
  ['many for long, who all get on', state(255, 60_000, 49), false],
  ['few, who have stood for long', state(1, 500, 500), true],
  ['16 clients of ten connections, while a statement is slow', state(6, 60_000, 300), false],
  ['many for long, whose first waits', state(40, 500, 50), true],
  ['too many at once', state(256, 0, 0), true],
])('shedding by the queue: %s', (_, pool, expected) => {
  expect(isOverloaded(pool)).toBe(expected)
})
