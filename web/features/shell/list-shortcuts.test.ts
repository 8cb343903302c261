import { expect, test } from 'vitest'
import { listShortcuts } from './list-shortcuts.ts'

/** A page or a dialog in which these selectors match. */
const scopeWith = (selectors: string[], more = {}) => ({
  querySelector: (selector: string) => (selectors.includes(selector) ? {} : null),
  ...more,
})
const named = (key: string) => `[aria-keyshortcuts~="${key}" i]`
const goTo = { h: { name: 'Home' } }
const keysOf = (groups: ReturnType<typeof listShortcuts>) =>
  Object.fromEntries(groups.map(({ name, shortcuts }) => [name, shortcuts.map(({ keys }) => keys.join(' '))]))

test('a page lists the keys of the controls it has', () => {
  const wall = scopeWith([named('L'), named('S'), named('/'), '[data-logo]'], { body: {} })
  expect(keysOf(listShortcuts(wall, '/', goTo))).toEqual({
    Logo: ['L', 'S', 'J', 'K', 'Enter'],
    'Go to': ['G H'],
    Everywhere: ['/', '?'],
  })
  expect(keysOf(listShortcuts(scopeWith([], { body: {} }), '/faq', goTo))).toEqual({
    'Go to': ['G H'],
    Everywhere: ['?'],
  })
})

test('Blind, Sixteen and the lists of the desk name keys of their own', () => {
  const page = scopeWith([], { body: {} })
  for (const [path, keys] of [
    ['/blind', '← ↑ → ↓'],
    ['/sixteen', '← ↑ → ↓'],
    ['/admin/members', 'J K'],
  ])
    expect(keysOf(listShortcuts(page, path!, goTo))['This page']?.[0]).toBe(keys)
})

test('Sixteen names every key that moves its loupe', () => {
  const keys = keysOf(listShortcuts(scopeWith([], { body: {} }), '/sixteen', goTo))['This page']
  expect(keys).toEqual(['← ↑ → ↓', 'Page Up Page Down', 'Home End', 'Enter', 'Esc'])
})

test('an open dialog lists its own keys alone', () => {
  const logo = scopeWith([named('L'), named('J'), named('C')])
  expect(keysOf(listShortcuts(logo, '/', goTo))).toEqual({ Logo: ['L', 'C', 'J →'], Everywhere: ['Esc'] })
  expect(keysOf(listShortcuts(scopeWith([]), '/', goTo))).toEqual({ Everywhere: ['Esc'] })
})
