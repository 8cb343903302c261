import type { QuickSearch } from '../../../shared/api/search.ts'
import { countryName, formatCount } from '../../../shared/rules/format.ts'
import { readSearch, type Search, searchPath } from '../../domain/search/search-path.ts'
import { chipsOf } from './filters.ts'

/** The answer, and the text that it is about. */
export type Found = QuickSearch & { text: string }

/** What a suggestion leads to. */
export type Option = {
  name: string
  path: string
  /** The search that is stored as recent when this option is chosen. */
  search?: Partial<Search>
  isRecent?: boolean
  logo?: QuickSearch['logos'][number]
  /** A picture, where there is one or none, and the number of logos. */
  row?: { avatar_url?: string; count: string }
}
export type Group = { label: string; options: Option[] }

const byKeyword = ({ name, logo_ct }: QuickSearch['keywords'][number]): Option => ({
  name,
  path: searchPath({ keyword: name }),
  search: { keyword: name },
  row: { count: formatCount(logo_ct, 'logo') },
})

/** For an empty text: the recent searches, by their paths, and the most frequent keywords. */
export function groupsToBeginWith(recent: string[], found: Found | undefined): Group[] {
  const searches = recent.flatMap(path => {
    const search = readSearch(new URLSearchParams(path.split('?')[1]))
    const name = chipsOf(search)
      .map(chip => chip.words)
      .join(', ')
    return name ? [{ name, path, search, isRecent: true }] : []
  })
  return [
    { label: 'Recent searches', options: searches },
    { label: 'Subjects', options: found?.keywords.map(byKeyword) ?? [] },
  ].filter(isFilled)
}

/** The interpretations of a text: logos, designers, keywords and countries. */
export function groupsFound({ text, logos, count, designers, keywords, countries }: Found): Group[] {
  const search = { keyword: text }
  return [
    {
      label: formatCount(count, 'logo'),
      options: logos.map(logo => ({
        name: logo.logo,
        path: `${searchPath(search)}&logo_id=${logo.logo_id}`,
        search,
        logo,
      })),
    },
    {
      label: 'Designers',
      options: designers.map(({ slug, company, avatar_url, logo_ct }) => ({
        name: company,
        path: `/designers/${encodeURIComponent(slug)}?tab=logos`,
        row: { avatar_url, count: formatCount(logo_ct, 'logo') },
      })),
    },
    { label: 'Keywords', options: keywords.map(byKeyword) },
    {
      label: 'Countries',
      options: countries.map(({ code, logo_ct }) => ({
        name: countryName(code),
        path: searchPath({ country: code }),
        search: { country: code },
        row: { count: formatCount(logo_ct, 'logo') },
      })),
    },
  ].filter(isFilled)
}

const isFilled = (group: Group) => group.options.length > 0
