import { expect, test } from 'vitest'
import { inThread } from './in-thread.ts'
import { rankEntries } from './rank.ts'

const order = Array.from({ length: 60 }, (_, i) => i + 1)
const scores = order.flatMap(logo_id =>
  [0, 1, 2].map(i => {
    const juror = 1 + ((logo_id + 2 * i) % 7)
    return { logo_id, juror, round: 1 as const, score: (logo_id * 5 + juror * 3) % 4 }
  }),
)
const input = { scores, order, disqualified: new Set([7]), places: 10 }

test('a ranking computed in a worker thread equals one computed here, and does not block the event loop', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const ranking = await inThread('rank', input)
  isDone = true
  expect(ranking).toEqual(rankEntries(input))
  expect(turns).toBeGreaterThan(1)
})

test('an error thrown in the worker thread rejects the promise', async () => {
  await expect(inThread('rank', { ...input, order: undefined as never })).rejects.toThrow(TypeError)
})
