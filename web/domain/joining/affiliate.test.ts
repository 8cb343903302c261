import { expect, test, vi } from 'vitest'
import { bindAffiliate } from './affiliate.ts'

/** A browser's page with these cookies; returns those that are set. */
function open(protocol: 'http:' | 'https:', cookies = '') {
  const set: string[] = []
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', {
    get cookie() {
      return cookies
    },
    set cookie(value: string) {
      set.push(value)
    },
  })
  return set
}

test('over https the affiliate’s cookie is bound to the host and secure', () => {
  const set = open('https:')
  expect(bindAffiliate('press-2026')).toBe('press-2026')
  expect(set).toEqual(['__Host-affiliate=press-2026; path=/; max-age=2592000; samesite=lax; secure'])
})

test('over https a cookie that another host of the domain may have set does not count', () => {
  open('https:', 'affiliate=other')
  expect(bindAffiliate('press-2026')).toBe('press-2026')
  open('https:', 'affiliate=other; __Host-affiliate=first')
  expect(bindAffiliate('press-2026')).toBe('first')
})

test('over http, as in development, the cookie has its plain name', () => {
  const set = open('http:')
  bindAffiliate('press-2026')
  expect(set).toEqual(['affiliate=press-2026; path=/; max-age=2592000; samesite=lax'])
})
