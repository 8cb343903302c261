import { countryName } from '../../../shared/rules/format.ts'
import { colorWithin, paletteKinds } from '../../../shared/rules/palette.ts'
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

/** How far from a colour of the search a logo's may be, by CIEDE2000. */
const distances: Record<string, string> = {
  2: 'The same',
  10: 'Near',
  [colorWithin.default]: 'Same family',
  50: 'Loose',
}
const wordsOfDistance = (within: string) => distances[within] ?? `Within ${within}`

/** The distances to choose from, with the one of the search, which an address may name. */
export const distanceOptions = (within: string) =>
  [...new Set([...Object.keys(distances), within])]
    .toSorted((a, b) => Number(a) - Number(b))
    .map(value => [value, wordsOfDistance(value)] as const)

export const distanceLabel = 'How close'

export type Chip = {
  name: keyof Filters | 'within'
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

/** A chip of another distance than the default one; without it, the default applies again. */
function chipsOfDistance(search: Search): Chip[] {
  const usual = String(colorWithin.default)
  if (search.within === usual) return []
  return [
    {
      name: 'within',
      label: distanceLabel,
      words: wordsOfDistance(search.within),
      without: { ...search, within: usual },
    },
  ]
}

const chipOf = (search: Search, name: keyof Filters): Chip => ({
  name,
  label: filterLabels[name],
  words: wordsOf(search, name),
  without: { ...search, [name]: '' },
})

/** A chip for each colour, which is removed by itself, and one for their distance. */
function chipsOfColors(search: Search): Chip[] {
  const colors = colorsIn(search.color)
  const chips = colors.map(
    (color): Chip => ({
      name: 'color',
      label: filterLabels.color,
      words: `#${color}`,
      hex: `#${color}`,
      without: { ...search, color: colors.filter(other => other !== color).join(',') },
    }),
  )
  return [...chips, ...chipsOfDistance(search)]
}

function wordsOf(search: Search, name: keyof Filters): string {
  if (name === 'class' && search.class) return searchClasses[search.class]
  if (name === 'type' && search.type) return searchTypes[search.type]
  if (name === 'palette' && search.palette) return paletteKinds[search.palette]
  if (name === 'country') return countryName(search.country)
  return search[name]
}
