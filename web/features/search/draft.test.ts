import { expect, test } from 'vitest'
import { readSearch } from '../../domain/search/search-path.ts'
import { followAddress } from './draft.ts'

const searchOf = (query: string) => {
  const { page: _, ...search } = readSearch(new URLSearchParams(query))
  return search
}
const empty = searchOf('')

test('a field whose value changes in the address is replaced, also where something else was typed', () => {
  const [before, after] = [searchOf('keyword=fox&type=symbols'), searchOf('keyword=bear')]
  expect(followAddress({ ...before, keyword: 'foxes' }, { before, after, sent: null })).toEqual(after)
})

test('a field that the change of the address does not concern keeps what was typed into it', () => {
  const [before, after] = [searchOf('keyword=fox'), searchOf('keyword=fox&sort=popular')]
  const draft = { ...before, client: 'Fjord' }
  expect(followAddress(draft, { before, after, sent: null })).toEqual({ ...after, client: 'Fjord' })
})

test('a letter typed after the form has sent its value, before the address shows it, stays', () => {
  const sent = searchOf('keyword=fox')
  const draft = { ...sent, keyword: 'foxe', industry: 'F' }
  expect(followAddress(draft, { before: empty, after: sent, sent })).toEqual(draft)
})

test('a sent value that was not edited since is replaced by the address’s, without spaces around it', () => {
  const sent = { ...empty, keyword: ' fox ' }
  const after = searchOf('keyword=fox')
  expect(followAddress(sent, { before: empty, after, sent })).toEqual(after)
})

test('another search than the sent one replaces what was typed on', () => {
  const sent = searchOf('keyword=fox')
  const after = searchOf('keyword=bear')
  expect(followAddress({ ...sent, keyword: 'foxe' }, { before: empty, after, sent })).toEqual(after)
})
