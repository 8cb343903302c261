import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { count, text } from './fields.ts'

/** The values of the filters, as the specification writes them. */
export const searchClasses = ['books', 'ranked', 'collections'] as const
export const searchTypes = ['typographic', 'symbols', 'combo'] as const
export const searchSorts = ['recent', 'popular', 'oldest'] as const

/** Filters of a search; all that are given must hold. */
export const searchFilters = {
  search_text: z.optional(text(maxLength.text)),
  filter_category: z.optional(z.enum(searchClasses, 'No such class.')),
  filter_type: z.optional(z.enum(searchTypes, 'No such type.')),
  search_design_firm: z.optional(text()),
  search_designer: z.optional(text()),
  search_industry: z.optional(text()),
  search_client: z.optional(text()),
  filter_country: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9]$/, 'A two-letter code.'))),
  sort: z._default(z.enum(searchSorts, 'No such order.'), 'recent'),
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
