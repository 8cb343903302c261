import { expect, test } from 'vitest'
import { countries } from './countries.ts'

const codes = countries.map(country => country.code)
const withoutProvider = countries.filter(country => !country.provider).map(country => country.code)

// Regions known to browsers but not in ISO 3166-1: dissolved, reserved, groups, or for tests.
const notCountries = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

test('all of ISO 3166-1 is offered, once', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const iso = letters
    .flatMap(first => letters.map(second => first + second))
    .filter(code => names.of(code) && !notCountries.has(code))
  expect(codes.map(code => (code === 'C2' ? 'CN' : code)).toSorted()).toEqual(iso)
  expect(codes).toHaveLength(249)
})

test('the provider serves 201 of them; the others are marked', () => {
  expect(countries.filter(country => country.provider)).toHaveLength(201)
  expect(withoutProvider).toHaveLength(48)
  for (const code of ['TR', 'BD', 'GH', 'PK', 'LB', 'PR', 'IR', 'CU']) expect(withoutProvider).toContain(code)
  for (const code of ['C2', 'US', 'GB', 'HK', 'TW', 'UA']) expect(withoutProvider).not.toContain(code)
})

test('each part is sorted by name', () => {
  for (const provider of [true, false]) {
    const names = countries.filter(country => country.provider === provider).map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  }
})

test('China is C2, the provider’s code, and listed once', () => {
  expect(countries.find(country => country.code === 'C2')).toEqual({
    code: 'C2',
    name: 'CHINA',
    provider: true,
  })
  expect(codes).not.toContain('CN')
})

test('every other code names a country to the browser too', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(codes.filter(code => code !== 'C2' && !names.of(code))).toEqual([])
})

test('names are in capitals, without stray blanks', () => {
  for (const { name } of countries) expect(name).toBe(name.trim().toUpperCase())
})
