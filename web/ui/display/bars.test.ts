import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'

test('bars begin at zero: half of the largest value is half as high', () => {
  expect(barsOf([50, 100, 0], 40)).toEqual([20, 40, 0])
})

test('a value that is small beside the largest is still seen; zero is not', () => {
  expect(barsOf([1, 100_000, 0], 40)).toEqual([1, 40, 0])
})

test('months without anything have no bars', () => {
  expect(barsOf([0, 0], 40)).toEqual([0, 0])
})

test('a few single ones are low bars', () => {
  expect(barsOf([1, 0, 1], 40)).toEqual([10, 0, 10])
})
