import { countryName } from '../../../shared/rules/format.ts'
import { paletteKinds } from '../../../shared/rules/palette.ts'
import { searchClasses, searchTypes } from '../../../shared/rules/search.ts'
import { colorsIn, type Filters, filterNames, type Search } from '../../domain/search/search-path.ts'

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
  color: 'Colour',
  palette: 'Palette',
} satisfies Record<keyof Filters, string>

export type Chip = {
  name: keyof Filters
  label: string
  words: string
  /** The colour that it shows, of a chip of one. */
  hex?: string
  without: Search
}

/** The active filters as text, each with the search without it. */
export function chipsOf(search: Search): Chip[] {
  return filterNames
    .filter(name => search[name])
    .flatMap(name => (name === 'color' ? chipsOfColors(search) : [chipOf(search, name)]))
}

const chipOf = (search: Search, name: keyof Filters): Chip => ({
  name,
  label: filterLabels[name],
  words: wordsOf(search, name),
  without: { ...search, [name]: '' },
})

/** A chip for each colour: it is removed by itself. */
function chipsOfColors(search: Search): Chip[] {
  const colors = colorsIn(search.color)
  return colors.map(color => ({
    name: 'color',
    label: filterLabels.color,
    words: `#${color}`,
    hex: `#${color}`,
    without: { ...search, color: colors.filter(other => other !== color).join(',') },
  }))
}

function wordsOf(search: Search, name: keyof Filters): string {
  if (name === 'class' && search.class) return searchClasses[search.class]
  if (name === 'type' && search.type) return searchTypes[search.type]
  if (name === 'palette' && search.palette) return paletteKinds[search.palette]
  if (name === 'country') return countryName(search.country)
  return search[name]
}
