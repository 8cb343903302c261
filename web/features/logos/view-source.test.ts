import { expect, test } from 'vitest'
import { findViewSource } from './view-source.ts'

const viaOf = (pathname: string, search = '') => findViewSource({ pathname, search }).via

test('a logo that is opened over a list was found there, on every page of the list', () => {
  for (const path of ['/', '/fresh', '/fresh/3', '/following', '/following/2', '/sixteen'])
    expect([path, viaOf(path)]).toEqual([path, 'wall'])
  for (const path of [
    '/designers',
    '/designers/rook-studio',
    '/designers/rook-studio/book-13',
    '/award/rook-studio/book-13',
  ])
    expect([path, viaOf(path)]).toEqual([path, 'profile'])
  for (const path of ['/collection/7', '/collectionX/7'])
    expect([path, viaOf(path)]).toEqual([path, 'collection'])
  expect(viaOf('/logo/7/similar')).toBe('related')
  // By a picture.
  expect(viaOf('/similar')).toBe('search')
  for (const path of ['/news', '/logo/7', '/searches']) expect([path, viaOf(path)]).toEqual([path, undefined])
})

test('a search also says its words', () => {
  expect(findViewSource({ pathname: '/search', search: '?keyword=red+fox&logo_id=7' })).toEqual({
    via: 'search',
    words: 'red fox',
  })
  expect(findViewSource({ pathname: '/search', search: '?industry=Food' })).toEqual({
    via: 'search',
    words: undefined,
  })
  expect(findViewSource({ pathname: '/', search: '?keyword=fox' }).words).toBeUndefined()
})
