import { expect, test } from 'vitest'
import { countWords } from './trends.ts'

const of = (...lists: string[]) =>
  countWords(
    lists.map((keywords, logo_id) => ({ logo_id, keywords })),
    logo => logo.keywords.split(','),
  )

test('a word counts once for each logo, however it is spelt, and not when it stands alone', () => {
  expect(of('Fox,animal,fox', 'fox, letter', ' ANIMAL ,', 'line')).toEqual([
    { word: 'animal', count: 2 },
    { word: 'fox', count: 2 },
  ])
})

test('the most frequent come first, ten at most', () => {
  const words = Array.from({ length: 12 }, (_, i) => `w${i}`)
  const lists = words.flatMap((word, i) => Array.from({ length: i + 1 }, () => word))
  expect(of(...lists).map(({ count }) => count)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
})
