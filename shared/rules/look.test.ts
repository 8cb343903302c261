import { expect, test } from 'vitest'
import { isCommonShape } from './look.ts'

test('a shape is common from eight other designers on; several logos of one count once, and one’s own do not', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8]
  expect(isCommonShape(eight)).toBe(true)
  expect(isCommonShape(eight, 9)).toBe(true)
  expect(isCommonShape(eight, 8)).toBe(false)
  expect(isCommonShape([...eight.slice(1), 2, 2, 3])).toBe(false)
  expect(isCommonShape(Array(20).fill(9), 9)).toBe(false)
})
