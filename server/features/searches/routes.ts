import { list, remove, type SavedSearch, save, see } from '../../../shared/api/searches.ts'
import { mostSavedSearches } from '../../../shared/rules/limits.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { readRoute, route } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { parseFilters } from './filters.ts'
import {
  countNews,
  deleteSaved,
  findMatches,
  insertSaved,
  listSaved,
  lockOwner,
  type SavedRow,
  seeSaved,
} from './queries.ts'

export const searchesRoutes = [
  readRoute(list, async ({ viewer, ...services }) => {
    const data: SavedSearch[] = []
    for (const row of await listSaved(services.db, viewer.id))
      data.push(await withNews(services, row, viewer))
    return { data, count: data.length }
  }),

  route(save, async ({ input, viewer, ...services }) => {
    const { db, now } = services
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
    return withNews(services, row, viewer)
  }),

  route(see, async ({ input, viewer, ...services }) => {
    const row = await seeSaved(services.db, viewer.id, input.search_id)
    if (!row) throw searchNotFound()
    return withNews(services, row, viewer)
  }),

  route(remove, async ({ db, input, viewer }) => {
    if (!(await deleteSaved(db, viewer.id, input.search_id))) throw searchNotFound()
    return { search_id: input.search_id }
  }),
]

const searchNotFound = () => new HttpError(404, 'Saved search not found')

/** The filters in one order: the same search is always the same text. */
function normalise(query: string): string {
  const filters = parseFilters(query)
  if (!filters.success) throw invalid('query', 'This is not a search of logos.')
  const { sort, color = [], color_within, ...rest } = filters.data
  const named = Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]))
  named.push(...color.toSorted().map((each): [string, string] => ['color', each]))
  if (!named.length) throw invalid('query', 'Choose at least one filter.')
  if (color.length) named.push(['color_within', String(color_within)])
  if (sort !== 'recent') named.push(['sort', sort])
  return String(new URLSearchParams(named.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))))
}

async function withNews(
  { db, colors, now }: Pick<Services, 'db' | 'colors' | 'now'>,
  { seen_id, ...search }: SavedRow,
  viewer: Viewer,
): Promise<SavedSearch> {
  const ids = await findMatches(db, colors, search.query)
  const newer = ids.filter(id => id > seen_id)
  return { ...search, new_ct: newer.length ? await countNews(db, newer, viewer, now()) : 0 }
}
