import { expect, test } from 'vitest'
import { isLater } from './version.ts'

test.each([
  ['0.1.14', '0.1.13', true],
  ['0.2.0', '0.1.13', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.100', '0.1.13', true],
  ['0.1.13', '0.1.13', false],
  ['0.1.12', '0.1.13', false],
  ['0.0.99', '0.1.13', false],
  ['1.0.0-beta.1', '0.1.13', false],
  ['1.0', '0.1.13', false],
  ['latest', '0.1.13', false],
  [undefined, '0.1.13', false],
  [{ version: '9.9.9' }, '0.1.13', false],
])('%j is later than %j: %j', (a, b, expected) => {
  expect(isLater(a, b)).toBe(expected)
})
