import { expect, test } from 'vitest'
import { readSearch } from '../../domain/search/search-path.ts'
import { chipsOf, distanceOptions } from './filters.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

test('each colour has a chip; their distance has one that leads back to the default, where it is another', () => {
  expect(chipsOf(read('color=e4002b&color=123a7a')).map(({ words }) => words)).toEqual(['#e4002b', '#123a7a'])
  const chips = chipsOf(read('color=e4002b&within=10'))
  expect(chips.map(({ label, words }) => [label, words])).toEqual([
    ['Colour', '#e4002b'],
    ['How close', 'Near'],
  ])
  expect(chips[1]!.without).toMatchObject({ color: 'e4002b', within: '25' })
  expect(chipsOf(read('keyword=fox&within=10')).map(({ name }) => name)).toEqual(['keyword'])
})

test('a distance that only the address names is among those to choose from, in order', () => {
  expect(distanceOptions('25').map(([value]) => value)).toEqual(['2', '10', '25', '50'])
  expect(distanceOptions('37')[3]).toEqual(['37', 'Within 37'])
})
