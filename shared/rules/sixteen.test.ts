import { expect, test } from 'vitest'
import { decodePositions, encodePositions } from './sixteen.ts'

test('positions are the same after they were encoded, in any order', () => {
  const some = [0, 1, 2, 130, 5, 400_000, 0, 63, 64, 127, 128, 16_384, 3]
  expect([...decodePositions(encodePositions(some))]).toEqual(some)
  expect([...decodePositions(encodePositions([]))]).toEqual([])
})

test('an order of 4,000 logos that ascends within each of twenty years takes about a byte and a half for each', () => {
  const years = Array.from({ length: 20 }, (_, year) =>
    Array.from({ length: 200 }, (_, n) => n * 20 + ((n * 7 + year) % 20)),
  ).flat()
  const text = encodePositions(years)
  expect([...decodePositions(text)]).toEqual(years)
  expect((text.length * 0.75) / years.length).toBeLessThan(1.5)
})
