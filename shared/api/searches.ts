import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { count, id, listOf, requiredText, rowId } from './fields.ts'
import { searchFilters } from './search.ts'

/** The filters of a search that can be saved, as `GET /api/logos` takes them; other names are refused. */
export const savedFilters = z.strictObject(searchFilters)

const savedSearch = z.object({
  search_id: rowId,
  name: z.string(),
  /** The filters as a query string of `GET /api/logos`. */
  query: z.string(),
  /** Matches since the member last looked, up to 1,000; not of one's own logos. */
  new_ct: count,
})
export type SavedSearch = z.output<typeof savedSearch>

export const list = endpoint({
  method: 'GET',
  path: '/api/designers/searches',
  who: 'active member',
  summary: "One's saved searches, the newest first, with how many new logos each finds",
  input: z.object({}),
  output: listOf(savedSearch),
})

export const save = endpoint({
  method: 'POST',
  path: '/api/designers/searches',
  who: 'active member',
  summary: 'Save a search, at most 50; the same filters again are the same search',
  input: z.object({
    name: requiredText('Name is required', maxLength.name),
    query: z.string('Must be text.').check(z.maxLength(4000, 'At most 4000 characters, please.')),
  }),
  output: savedSearch,
})

export const see = endpoint({
  method: 'PUT',
  path: '/api/designers/searches',
  who: 'active member',
  summary: 'Note that what a saved search finds now is seen',
  input: z.object({ search_id: id }),
  output: savedSearch,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/designers/searches',
  who: 'active member',
  summary: 'Delete a saved search',
  input: z.object({ search_id: id }),
  output: z.object({ search_id: rowId }),
})
