import { expect, test } from 'vitest'
import { safeNext } from './session.ts'

test.each([
  '/',
  '/submit',
  '/account/contact-info?tab=1',
  '/search?keyword=a%20b&type=symbols',
  '/terms#privacy',
])('signing in redirects to %s', next => {
  expect(safeNext(next)).toBe(next)
})

test.each([
  null,
  '',
  'submit',
  '/login',
  '/login?next=/login',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\u0000/evil.example',
])('signing in redirects home in place of %j', next => {
  expect(safeNext(next)).toBe('/')
})
