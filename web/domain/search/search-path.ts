import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { colorPattern, colorWithin, mostColors, paletteKinds } from '../../../shared/rules/palette.ts'
import { searchClasses, searchSorts, searchTypes } from '../../../shared/rules/search.ts'

/** A search's parameters by their names in the address. An empty text is no filter. */
export type Filters = {
  keyword: string
  class: keyof typeof searchClasses | ''
  type: keyof typeof searchTypes | ''
  designer: string
  design_firm: string
  client: string
  industry: string
  country: string
  /** Up to three colours, six hexadecimal digits each, with commas between. */
  color: string
  palette: keyof typeof paletteKinds | ''
}
export type Sort = keyof typeof searchSorts
/** `within`: how far from each colour a logo's may be, as a number. */
export type Search = Filters & { sort: Sort; within: string }

/** The filters in display order. */
export const filterNames = [
  'keyword',
  'class',
  'type',
  'designer',
  'design_firm',
  'client',
  'industry',
  'country',
  'color',
  'palette',
] as const satisfies (keyof Filters)[]

/**
 * The address of a search: `/search?keyword=fox&type=symbols`. Only what is not empty is in it, and it begins at the
 * first page.
 */
export function searchPath(search: Partial<Search>): string {
  const query = new URLSearchParams()
  for (const name of [...filterNames, 'sort'] as const) {
    const value = search[name]?.trim()
    if (name === 'color') for (const color of colorsIn(value ?? '')) query.append(name, color)
    else if (value && !(name === 'sort' && value === 'recent')) query.set(name, value)
  }
  if (query.has('color') && search.within && search.within !== String(colorWithin.default))
    query.set('within', search.within)
  return query.size ? `/search?${query}` : '/search'
}

/** The names of the filters in the contract. */
const contractNames = {
  keyword: 'search_text',
  class: 'filter_category',
  type: 'filter_type',
  designer: 'search_designer',
  design_firm: 'search_design_firm',
  client: 'search_client',
  industry: 'search_industry',
  country: 'filter_country',
  color: 'color',
  palette: 'palette',
} as const satisfies Record<keyof Filters, string>

/** A search as it is saved: the query string of the contract, in one order. */
export function savedQueryOf(search: Search): string {
  const query = new URLSearchParams()
  for (const name of filterNames)
    if (name === 'color') for (const color of colorsIn(search.color)) query.append('color', color)
    else if (search[name]) query.set(contractNames[name], search[name])
  if (search.color && search.within !== String(colorWithin.default)) query.set('color_within', search.within)
  if (search.sort !== 'recent') query.set('sort', search.sort)
  return String(query)
}

/** A saved search by the names of the address. */
export function readSavedQuery(query: string): Search {
  const saved = new URLSearchParams(query)
  const address = new URLSearchParams()
  for (const name of filterNames)
    if (name === 'color') for (const color of saved.getAll('color')) address.append('color', color)
    else address.set(name, saved.get(contractNames[name]) ?? '')
  address.set('within', saved.get('color_within') ?? '')
  address.set('sort', saved.get('sort') ?? '')
  const { page: _, ...search } = readSearch(address)
  return search
}

/** The colours of a search: those that are some, each once, three at most. */
export function colorsIn(text: string): string[] {
  const colors = text.split(',').map(color => color.trim().toLowerCase())
  return [...new Set(colors.filter(color => colorPattern.test(color)))].slice(0, mostColors)
}

/** The code of a country that an address names by it, or in words as they are shown or listed. */
function countryIn(text: string): string {
  const country = text.toUpperCase()
  if (/^[A-Z][A-Z0-9]$/.test(country)) return country
  const named = countries.find(
    ({ code, name }) => name === country || countryName(code).toUpperCase() === country,
  )
  return named?.code ?? ''
}

/** Parses a search from an address. Values that the server would refuse are ignored. */
export function readSearch(query: URLSearchParams): Search & { page: number } {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, maxLength.text).replaceAll('\0', '')
  const oneOf = <Name extends string>(name: string, words: Record<Name, string>) =>
    Object.keys(words).find((word): word is Name => word === query.get(name)) ?? ''
  const page = query.get('page') ?? ''
  const within = query.get('within') ?? ''
  return {
    keyword: text('keyword'),
    class: oneOf('class', searchClasses),
    type: oneOf('type', searchTypes),
    designer: text('designer'),
    design_firm: text('design_firm'),
    client: text('client'),
    industry: text('industry'),
    country: countryIn(text('country')),
    color: colorsIn(query.getAll('color').join(',')).join(','),
    palette: oneOf('palette', paletteKinds),
    within:
      /^\d{1,3}$/.test(within) && Number(within) <= colorWithin.most ? within : String(colorWithin.default),
    sort: oneOf('sort', searchSorts) || 'recent',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}
