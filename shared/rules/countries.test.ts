import { expect, test } from 'vitest'
import { countries } from './countries.ts'

const codes = countries.map(country => country.code)

test('all of ISO 3166-1 is offered, and what the provider lacks is marked', () => {
  expect(countries.filter(country => !country.provider).map(country => country.code)).toContain('TR')
  expect(countries).toHaveLength(249)
  expect(new Set(codes).size).toBe(249)
})

test('China is C2, as the provider has it, and is not there twice', () => {
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
