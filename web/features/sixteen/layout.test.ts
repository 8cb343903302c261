import { expect, test } from 'vitest'
import { layOut, middleOf, mostNear, placeAfter, placeAt, roomFor } from './layout.ts'

test('two thousand squares fit a window of 1440 × 900 at a pitch of 23 px', () => {
  const layout = layOut(1999, { width: 1440, height: 900 })
  expect(layout).toMatchObject({ pitch: 23, columns: 60, rows: 34, left: 24, top: 72 })
  expect(layout.height).toBeLessThanOrEqual(900)
})

test('more squares than fit are 18 px apart, and the page is as high as they need', () => {
  expect(layOut(1999, { width: 390, height: 844 })).toMatchObject({
    pitch: 18,
    columns: 19,
    top: 96,
    left: 16,
  })
  expect(layOut(400_000, { width: 1440, height: 900 }).height).toBeGreaterThan(90_000)
})

test('a few squares are 28 px apart, one alone stands in the corner', () => {
  expect(layOut(1, { width: 1440, height: 900 })).toMatchObject({ pitch: 28, left: 24, top: 72, rows: 1 })
})

test('the square at a point is found, also in the gap beside it, and none outside', () => {
  const layout = layOut(1999, { width: 1440, height: 900 })
  for (const place of [0, 59, 60, 1998]) {
    const { x, y } = middleOf(layout, place)
    expect(placeAt(layout, 1999, x, y)).toBe(place)
    expect(placeAt(layout, 1999, x + 12, y + 12)).toBe(place)
  }
  expect(placeAt(layout, 1999, 23, 100)).toBe(undefined)
  expect(placeAt(layout, 1999, 100, 71)).toBe(undefined)
  const last = middleOf(layout, 1998)
  expect(placeAt(layout, 1999, last.x + 23, last.y)).toBe(undefined)
})

test('a phone whose address bar goes away has room for the squares near its higher window, not for those of a wider one', () => {
  const room = roomFor(400_000, { width: 390, height: 664 })
  const needed = (window: { width: number; height: number }) =>
    mostNear(layOut(400_000, window), 400_000, window.height)
  expect(needed({ width: 390, height: 664 })).toBeLessThan(room)
  expect(needed({ width: 390, height: 740 })).toBeLessThan(room)
  expect(needed({ width: 1440, height: 900 })).toBeGreaterThan(room)
})

test('keys move by one, by a row and by ten rows, and stay inside', () => {
  const next = (key: string, place: number) => placeAfter(key, place, 1999, 60)
  expect([next('ArrowRight', 0), next('ArrowLeft', 0), next('ArrowDown', 5), next('ArrowUp', 5)]).toEqual([
    1, 0, 65, 5,
  ])
  expect([next('PageDown', 3), next('PageDown', 1900), next('PageUp', 100)]).toEqual([603, 1998, 0])
  expect([next('Home', 50), next('End', 50), next('ArrowDown', 1998), next('a', 5)]).toEqual([
    0,
    1998,
    1998,
    undefined,
  ])
})
