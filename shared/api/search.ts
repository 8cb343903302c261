import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { searchClasses, searchSorts, searchTypes } from '../rules/search.ts'
import { count, text } from './fields.ts'

const namesOf = <Name extends string>(words: Record<Name, string>) => Object.keys(words) as Name[]

/** Filters of a search; all that are given must hold. */
export const searchFilters = {
  search_text: z.optional(text(maxLength.text)),
  filter_category: z.optional(z.enum(namesOf(searchClasses), 'No such class.')),
  filter_type: z.optional(z.enum(namesOf(searchTypes), 'No such type.')),
  search_design_firm: z.optional(text()),
  search_designer: z.optional(text()),
  search_industry: z.optional(text()),
  search_client: z.optional(text()),
  filter_country: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9]$/, 'A two-letter code.'))),
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
