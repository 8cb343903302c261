import { expect, test } from 'vitest'
import { isPhoneNumber } from './phone.ts'

test.each([
  '2125550123',
  '212-555-0123',
  '212.555.0123',
  '(212) 555-0123',
  '(212)5550123',
  '1 212 555 0123',
  '+1 (212) 555-0123',
  '+2 212 555 0123',
  '+1-212-555-0123',
  // As written by a form that takes +22 for the beginning of a country code.
  '+221 25 550 123',
  '+46 8 123 456 78',
  '+33 1 23 45 67 89',
  '+44 20 7946 0958',
  '+86 10 6552 9988',
])('%s is a phone number', text => expect(isPhoneNumber(text)).toBe(true))

test.each([
  '',
  '12345',
  '212-555-012',
  '212-555-01234',
  '+3 212 555 0123',
  '08 123 456 78',
  '+46 1',
  '+999 123 456 789',
  '(212 555-0123',
  'call me',
  '212-555-0123 ext. 4',
])('%j is not a phone number', text => expect(isPhoneNumber(text)).toBe(false))
