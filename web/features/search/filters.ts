import { countryName } from '../../../shared/rules/format.ts'
import { searchClasses, searchTypes } from '../../../shared/rules/search.ts'
import { type Filters, filterNames, type Search } from '../../domain/search/search-path.ts'

/** Labels of the filters. */
export const filterLabels = {
  keyword: 'Keyword',
  class: 'Class',
  type: 'Type',
  designer: 'Designer',
  design_firm: 'Design firm',
  client: 'Client',
  industry: 'Industry',
  country: 'Country',
} satisfies Record<keyof Filters, string>

export type Chip = { name: keyof Filters; label: string; words: string; without: Search }

/** The active filters as text, each with the search without it. */
export function chipsOf(search: Search): Chip[] {
  return filterNames
    .filter(name => search[name])
    .map(name => ({
      name,
      label: filterLabels[name],
      words: wordsOf(search, name),
      without: { ...search, [name]: '' },
    }))
}

function wordsOf(search: Search, name: keyof Filters): string {
  if (name === 'class' && search.class) return searchClasses[search.class]
  if (name === 'type' && search.type) return searchTypes[search.type]
  if (name === 'country') return countryName(search.country)
  return search[name]
}
