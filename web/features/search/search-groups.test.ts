import { expect, test } from 'vitest'
import { type Found, groupsFound, groupsToBeginWith } from './search-groups.ts'

const nothing: Found = { text: 'fox', logos: [], count: 0, designers: [], keywords: [], countries: [] }
const fox = { logo_id: 7, logo: 'Red Fox', image: 'red-fox', ground: null }

test('the results for a text are listed in groups, and a group without options is left out', () => {
  const groups = groupsFound({
    ...nothing,
    logos: [fox],
    count: 1200,
    keywords: [{ name: 'fox', logo_ct: 1 }],
    countries: [{ code: 'AT', logo_ct: 2 }],
  })
  expect(groups.map(({ label }) => label)).toEqual(['1,200 logos', 'Keywords', 'Countries'])
  expect(groups[0]!.options).toEqual([
    { name: 'Red Fox', path: '/search?keyword=fox&logo_id=7', search: { keyword: 'fox' }, logo: fox },
  ])
  expect(groups[2]!.options).toEqual([
    { name: 'Austria', path: '/search?country=AT', search: { country: 'AT' }, row: { count: '2 logos' } },
  ])
  expect(groupsFound(nothing)).toEqual([])
})

test('a designer who is found opens the profile, and is not stored as a recent search', () => {
  const designers = [{ designer_id: 3, slug: 'owl & co', company: 'Owl & Co', avatar_url: '', logo_ct: 1 }]
  expect(groupsFound({ ...nothing, designers })[0]!.options).toEqual([
    {
      name: 'Owl & Co',
      path: '/designers/owl%20%26%20co?tab=logos',
      row: { avatar_url: '', count: '1 logo' },
    },
  ])
})

test('without a text, recent searches are listed first, named by their filters, then the subjects', () => {
  const found = { ...nothing, text: '', keywords: [{ name: 'bird', logo_ct: 30 }] }
  const [recent, subjects] = groupsToBeginWith(['/search?keyword=fox&country=AT', '/search'], found)
  expect(recent!.options).toMatchObject([{ path: '/search?keyword=fox&country=AT', isRecent: true }])
  expect(recent!.options[0]!.name).toContain('Austria')
  expect(subjects!.options.map(({ name }) => name)).toEqual(['bird'])
  expect(groupsToBeginWith([], undefined)).toEqual([])
})
