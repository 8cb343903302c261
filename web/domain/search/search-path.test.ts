import { expect, test } from 'vitest'
import { readSearch, type Search, searchPath } from './search-path.ts'

const everything: Search = {
  keyword: 'red & fox?',
  class: 'books',
  type: 'symbols',
  designer: 'Åsa Öberg',
  design_firm: 'Studio 100%',
  client: 'Fjord/Sons',
  industry: 'Food & Drink',
  country: 'C2',
  sort: 'oldest',
}
const read = (path: string) => readSearch(new URLSearchParams(path.split('?')[1]))

test('every parameter survives the way into the address and back', () => {
  expect(read(searchPath(everything))).toEqual({ ...everything, page: 1 })
})

test('only what is not empty is in the address, and the usual order is not', () => {
  expect(searchPath({ keyword: '  fox ', client: '', industry: '   ' })).toBe('/search?keyword=fox')
  expect(searchPath({ keyword: 'fox', sort: 'recent' })).toBe('/search?keyword=fox')
  expect(searchPath({})).toBe('/search')
})

test('what the server would refuse counts as not given', () => {
  expect(read('?class=gold&type=Symbol&country=Sweden&sort=best&page=0')).toEqual(read(''))
  expect(read('?page=-1').page).toBe(1)
  expect(read('?page=1e9').page).toBe(1)
  expect(read(`?keyword=${'x'.repeat(300)}`).keyword).toHaveLength(200)
})

test('a page is read, and a country in small letters', () => {
  expect(read('?page=12&country=se')).toMatchObject({ page: 12, country: 'SE' })
})
