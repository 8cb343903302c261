import { expect, test } from 'vitest'
import { checkKeywords, parseKeywords } from './keywords.ts'

test('keywords are split at commas, trimmed, and deduplicated without case', () => {
  expect(parseKeywords(', rose ,compass,,Rose,  two words ')).toEqual(['rose', 'compass', 'two words'])
  expect(parseKeywords(' ')).toEqual([])
})

test('thirty keywords of fifty characters are accepted, more or longer ones are not', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `${i}`).join(',')
  expect(checkKeywords(many(30))).toBeUndefined()
  expect(checkKeywords(many(31))).toBe('At most 30 keywords, please.')
  expect(checkKeywords('k'.repeat(50))).toBeUndefined()
  expect(checkKeywords('k'.repeat(51))).toBe('A keyword may have at most 50 characters.')
})
