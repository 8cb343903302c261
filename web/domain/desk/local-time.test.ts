import { expect, test } from 'vitest'
import { toIso, toLocal } from './local-time.ts'

test('a local date and time is the same after it was a timestamp, and an empty field is none', () => {
  expect(toLocal(toIso('2027-01-31T09:30'))).toBe('2027-01-31T09:30')
  expect(toIso('')).toBeUndefined()
  expect(toLocal(null)).toBe('')
})

test('a year of six digits, which is no date, is returned as it was typed', () => {
  expect(toIso('202701-01-31T09:30')).toBe('202701-01-31T09:30')
  expect(toLocal('202701-01-31T09:30')).toBe('202701-01-31T09:30')
})
