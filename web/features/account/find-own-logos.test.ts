import { expect, test } from 'vitest'
import { findOwnLogos } from './find-own-logos.ts'

const logos = [
  { logo: 'Night Owl', client: 'Press', keywords: 'bird,eyes' },
  { logo: 'Compass', client: 'Owl & Sons', keywords: 'north' },
]
const found = (sought: string) => findOwnLogos(logos, sought).map(({ logo }) => logo)

test('own logos are found by each word in title, client or keywords, without case', () => {
  expect(found('OWL')).toEqual(['Night Owl', 'Compass'])
  expect(found(' owl  north ')).toEqual(['Compass'])
  expect(found('bird north')).toEqual([])
})

test('no word finds all', () => {
  expect(found(' ')).toEqual(['Night Owl', 'Compass'])
})
