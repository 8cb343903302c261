import { expect, test } from 'vitest'
import { placeName } from './place-name.ts'

test('a place omits the region', () => {
  expect(placeName({ city: 'Kyoto', state: 'KYOTO', country: 'JP' })).toBe('Kyoto, Japan')
  expect(placeName({ city: 'Wichita', state: 'KS', country: 'US' })).toBe('Wichita, KS, United States')
  expect(placeName({ city: '', state: '', country: '' })).toBe('')
})
