import { expect, test } from 'vitest'
import { logoIdIn } from './logo-address.ts'

const site = 'https://colophon.example'

test.each([
  '/logo/1992',
  '/logo/1992/',
  '/logo/1992?via=wall#comments',
  '/?logo_id=1992',
  '?logo_id=1992',
  '/search?keyword=owl&logo_id=1992',
  '/logo/7?logo_id=1992',
  'https://colophon.example/logo/1992',
  'http://colophon.example/logo/1992',
  'https://colophon.example/?logo_id=1992',
  'https://colophon.example/designers/ada?tab=logos&logo_id=1992',
  'HTTPS://Colophon.Example/logo/1992',
  'colophon.example/logo/1992',
  'colophon.example/?logo_id=1992',
  ' https://colophon.example/logo/1992 ',
])('%s names logo 1992', address => {
  expect(logoIdIn(address, site)).toBe(1992)
})

test.each([
  '',
  '1992',
  'logo/1992',
  '/logo/x1992',
  '/logo/0',
  '/logo/99999999999',
  '/?logo_id=19.92',
  '/collection/1992',
  'https://other.example/logo/1992',
  'other.example/?logo_id=1992',
  '//other.example/logo/1992',
  '/\\other.example/logo/1992',
  'https://colophon.example.other.example/logo/1992',
  'colophon.example.other.example/logo/1992',
  'https://colophon.example@other.example/logo/1992',
  'https://other.example/?https://colophon.example/logo/1992',
  'javascript:/logo/1992',
  'http://[/logo/1992',
])('%s names none of our logos', address => {
  expect(logoIdIn(address, site)).toBeUndefined()
})

test('a site with a port is told from the same host with another one', () => {
  expect(logoIdIn('localhost:3000/?logo_id=5', 'http://localhost:3000')).toBe(5)
  expect(logoIdIn('http://localhost:3001/?logo_id=5', 'http://localhost:3000')).toBeUndefined()
})
