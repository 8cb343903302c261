import { expect, test } from 'vitest'
import { isGoodPassword, passwordParts } from './password.ts'

const missing = (password: string) => passwordParts.filter(p => !p.isMet(password)).map(p => p.name)

test.each([
  'Aa1!aaaa',
  'Aa1!aaaaaaaaaaaaaaaa',
  'Colophon-2026!',
  'Blåbär 1*',
  ...[...'!@#$%^&*'].map(c => `Abcdefg1${c}`),
])('%s is a good password', password =>
  expect([isGoodPassword(password), missing(password)]).toEqual([true, []]),
)

test.each([
  ['Aa1!aaa', '8 to 20 characters'],
  ['Aa1!aaaaaaaaaaaaaaaaa', '8 to 20 characters'],
  ['aa1!aaaa', 'one uppercase letter'],
  ['AA1!AAAA', 'one lowercase letter'],
  ['Aab!aaaa', 'one number'],
  ['Aa1-aaaa', 'one of ! @ # $ % ^ & *'],
])('%s lacks: %s', (password, part) =>
  expect([isGoodPassword(password), missing(password)]).toEqual([false, [part]]),
)

test('an empty password lacks everything', () => expect(missing('')).toHaveLength(passwordParts.length))
