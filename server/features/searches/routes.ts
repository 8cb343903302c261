import { z } from 'zod'
import { list, remove, type SavedSearch, save, savedFilters, see } from '../../../shared/api/searches.ts'
import { mostSavedSearches } from '../../../shared/rules/limits.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { readRoute, route } from '../../http/serve.ts'
import type { Viewer } from '../../viewer.ts'
import { findLogos } from '../search/queries.ts'
import {
  countNews,
  deleteSaved,
  insertSaved,
  listSaved,
  lockOwner,
  type SavedRow,
  seeSaved,
} from './queries.ts'

/** The newest matches among which new ones are counted. */
const mostNew = 1000

export const searchesRoutes = [
  readRoute(list, async ({ db, viewer, now }) => {
    const data: SavedSearch[] = []
    for (const row of await listSaved(db, viewer.id)) data.push(await withNews(db, row, viewer, now()))
    return { data, count: data.length }
  }),

  route(save, async ({ db, input, viewer, now }) => {
    const query = normalise(input.query)
    const row = await transaction(db, async trx => {
      await lockOwner(trx, viewer.id)
      const saved = await listSaved(trx, viewer.id)
      const same = saved.find(each => each.query === query)
      if (same) return same
      if (saved.length >= mostSavedSearches)
        throw new HttpError(409, `You have saved ${mostSavedSearches} searches. Delete one of them first.`)
      return insertSaved(trx, { designer_id: viewer.id, name: input.name, query, created_at: now() })
    })
    return withNews(db, row, viewer, now())
  }),

  route(see, async ({ db, input, viewer, now }) => {
    const row = await seeSaved(db, viewer.id, input.search_id)
    if (!row) throw searchNotFound()
    return withNews(db, row, viewer, now())
  }),

  route(remove, async ({ db, input, viewer }) => {
    if (!(await deleteSaved(db, viewer.id, input.search_id))) throw searchNotFound()
    return { search_id: input.search_id }
  }),
]

const searchNotFound = () => new HttpError(404, 'Saved search not found')

/** The filters in one order, without empty ones: the same search is always the same text. */
function normalise(query: string): string {
  const given = [...new URLSearchParams(query)].filter(([, value]) => value.trim() !== '')
  const filters = z.safeParse(savedFilters, Object.fromEntries(given))
  if (!filters.success) throw invalid('query', 'This is not a search of logos.')
  const { sort, ...rest } = filters.data
  const named = Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (!named.length) throw invalid('query', 'Choose at least one filter.')
  if (sort !== 'recent') named.push(['sort', sort])
  return String(new URLSearchParams(named.sort(([a], [b]) => (a < b ? -1 : 1))))
}

async function withNews(db: Db, row: SavedRow, viewer: Viewer, now: Date): Promise<SavedSearch> {
  const { seen_id, ...search } = row
  const filters = z.safeParse(savedFilters, Object.fromEntries(new URLSearchParams(row.query)))
  // A filter of an earlier version finds nothing.
  if (!filters.success) return { ...search, new_ct: 0 }
  const { ids } = await findLogos(db, { ...filters.data, sort: 'recent' }, { page: 1, page_size: mostNew })
  const newer = ids.filter(id => id > seen_id)
  return { ...search, new_ct: newer.length ? await countNews(db, newer, viewer, now) : 0 }
}
