import { expect, test } from 'vitest'
import { lastDue } from './notices.ts'

test.each([
  ['daily', '2026-11-27T06:59:59Z', '2026-11-26T07:00:00Z'],
  ['daily', '2026-11-27T07:00:00Z', '2026-11-27T07:00:00Z'],
  ['daily', '2026-03-01T00:00:00Z', '2026-02-28T07:00:00Z'],
  // A Friday, a Monday before and after the hour, a Sunday.
  ['weekly', '2026-11-27T12:00:00Z', '2026-11-23T07:00:00Z'],
  ['weekly', '2026-11-23T06:00:00Z', '2026-11-16T07:00:00Z'],
  ['weekly', '2026-11-23T08:00:00Z', '2026-11-23T07:00:00Z'],
  ['weekly', '2026-11-29T23:00:00Z', '2026-11-23T07:00:00Z'],
] as const)('letters written %s are due at %s since %s', (frequency, now, due) => {
  expect(lastDue(frequency, new Date(now))).toEqual(new Date(due))
})
