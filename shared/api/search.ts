import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { colorPattern, colorWithin, mostColors, paletteKinds } from '../rules/palette.ts'
import { searchClasses, searchSorts, searchTypes } from '../rules/search.ts'
import { count, rowId, text, wholeNumber } from './fields.ts'

const namesOf = <Name extends string>(words: Record<Name, string>) => Object.keys(words) as Name[]

const color = z
  .string('Must be text.')
  .check(z.regex(colorPattern, 'Six hexadecimal digits, such as e4002b.'), z.toLowerCase())

/** Filters of a search, combined with AND. */
export const searchFilters = {
  search_text: z.optional(text(maxLength.text)),
  filter_category: z.optional(z.enum(namesOf(searchClasses), 'No such class.')),
  filter_type: z.optional(z.enum(namesOf(searchTypes), 'No such type.')),
  search_design_firm: z.optional(text()),
  search_designer: z.optional(text()),
  search_industry: z.optional(text()),
  search_client: z.optional(text()),
  filter_country: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9]$/, 'A two-letter code.'))),
  /** Colours of the logo, all of them. */
  color: z.optional(
    z.pipe(
      z.union([color, z.array(color)], 'Six hexadecimal digits, such as e4002b.'),
      z.pipe(
        z.transform((colors: string | string[]) => [...new Set([colors].flat())]),
        z.array(z.string()).check(z.maxLength(mostColors, `At most ${mostColors} colours, please.`)),
      ),
    ),
  ),
  /** How far from each a logo's colour may be, by CIEDE2000. */
  color_within: z._default(
    z.pipe(
      wholeNumber,
      z.int().check(z.maximum(colorWithin.most, `color_within may be 0 to ${colorWithin.most}.`)),
    ),
    colorWithin.default,
  ),
  palette: z.optional(z.enum(namesOf(paletteKinds), 'No such palette.')),
  sort: z._default(z.enum(namesOf(searchSorts), 'No such order.'), 'recent'),
}

export const suggestions = endpoint({
  method: 'GET',
  path: '/api/logos/suggestions',
  who: 'active member',
  summary:
    'Keywords, companies, industries or clients that contain a text, the most frequent first; at most eight',
  input: z.object({
    kind: z.enum(['keyword', 'company', 'industry', 'client'], 'No such kind.'),
    text: text(maxLength.keyword),
  }),
  output: z.array(z.object({ name: z.string(), logo_ct: count })),
})

export const suggestedColors = endpoint({
  method: 'GET',
  path: '/api/logos/colors',
  who: 'active member',
  summary:
    'The most frequent colours of public logos that differ clearly, each with the name of the colour that is nearest; counted every hour, at most 24',
  input: z.object({}),
  output: z.array(z.object({ hex: z.string(), name: z.string() })),
})

export const quickSearch = endpoint({
  method: 'GET',
  path: '/api/logos/quick-search',
  who: 'active member',
  summary:
    'What a text may mean, while it is typed: 4 of the logos found, those with it in their title first, and how many there are, up to 3 designers, 4 keywords and 3 countries; without a text, the 6 most frequent keywords',
  input: z.object({ text: text(maxLength.keyword) }),
  output: z.object({
    logos: z.array(
      z.object({ logo_id: rowId, logo: z.string(), image: z.string(), ground: z.nullable(z.string()) }),
    ),
    count,
    designers: z.array(
      z.object({
        designer_id: rowId,
        slug: z.string(),
        company: z.string(),
        avatar_url: z.string(),
        logo_ct: count,
      }),
    ),
    keywords: z.array(z.object({ name: z.string(), logo_ct: count })),
    countries: z.array(z.object({ code: z.string(), logo_ct: count })),
  }),
})
export type QuickSearch = z.output<typeof quickSearch.output>
