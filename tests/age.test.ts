import { expect, test } from 'vitest'
import { formatAge } from '../web/features/logos/age.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test.each([
  [-60, 'Just now'],
  [59, 'Just now'],
  [60, '1m'],
  [3599, '59m'],
  [3600, '1h'],
  [86_399, '23h'],
  [86_400, '1d'],
  [604_799, '6d'],
  [604_800, '1w'],
  [31_535_999, '52w'],
  [31_536_000, '1y'],
])('%i seconds ago is %s', (seconds, age) => {
  expect(formatAge(ago(seconds), now)).toBe(age)
})

test('an invalid date gives an empty age', () => {
  expect(formatAge('yesterday', now)).toBe('')
})
