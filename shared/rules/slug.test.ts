import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Ferro & Lima', 'ferro-and-lima'],
  ['Søren Łukasz’s Straße', 'soren-lukaszs-strasse'],
  ['  Halftone Dept. ', 'halftone-dept'],
  ['数字', 'designer'],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the slug of %s is %s', (company, slug) => {
  expect(slugOf(company)).toBe(slug)
})
