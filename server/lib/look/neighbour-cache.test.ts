import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NeighbourCache } from './neighbour-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const views = new Uint8Array()

/** A cache whose comparisons take `ms`, with the logos that were compared. */
function openCache(ms: number) {
  const compared: number[] = []
  const cache = new NeighbourCache(async ({ logo_id }) => {
    compared.push(logo_id)
    vi.advanceTimersByTime(ms)
    return [{ logo_id: -logo_id, likeness: 90, shape: 90, color: 90 }]
  })
  const find = async (logoId: number, logos = 1000) =>
    (await cache.find({ logo_id: logoId, designer_id: 1, views }, logos)).map(match => match.logo_id)
  return { cache, compared, find }
}

test('neighbours are compared once, and again when a hundredth of all logos, the logo, one of its neighbours or everything has changed', async () => {
  const { cache, compared, find } = openCache(1)
  for (let i = 0; i < 3; i++) expect(await find(7)).toEqual([-7])
  for (let id = 100; id < 110; id++) cache.forget(id)
  expect(await find(7)).toEqual([-7])
  expect(compared).toEqual([7])
  cache.forget(110)
  await find(7)
  cache.forget(7)
  await find(7)
  // Its neighbour.
  cache.forget(-7)
  await find(7)
  cache.clear()
  await find(7)
  // Among few logos each change counts.
  cache.forget(111)
  await find(7, 50)
  await find(7, 50)
  expect(compared).toEqual([7, 7, 7, 7, 7, 7])
})

test('neighbours are compared again after ten minutes, since logos that were added may be nearer', async () => {
  const { compared, find } = openCache(1)
  await find(7)
  vi.advanceTimersByTime(9 * 60_000)
  await find(7)
  expect(compared).toEqual([7])
  vi.advanceTimersByTime(60_001)
  await find(7)
  expect(compared).toEqual([7, 7])
})

test('comparisons take at most a fifth of the time; cached neighbours are always answered', async () => {
  const { compared, find } = openCache(300)
  for (let id = 1; id <= 10; id++) await find(id)
  // 1,000 ms in the bucket, of which each takes 300 and gives 60 back; the first finds it full.
  expect(compared).toEqual([1, 2, 3, 4])
  expect(await find(9)).toEqual([])
  expect(await find(3)).toEqual([-3])
  vi.advanceTimersByTime(60_000)
  for (let id = 11; id <= 20; id++) await find(id)
  expect(compared.length).toBe(8)
})

test('of many at once five are compared, one after the other; what changes during its comparison is not cached', async () => {
  const { cache, compared, find } = openCache(1)
  const found = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(id => find(id)))
  expect(compared).toEqual([1, 2, 3, 4, 5])
  expect(found.slice(4)).toEqual([[-5], [], []])
  const changing = find(8)
  cache.forget(8)
  await changing
  await find(8)
  expect(compared.slice(5)).toEqual([8, 8])
})
