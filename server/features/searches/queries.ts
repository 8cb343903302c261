import { sql } from 'kysely'
import type { ColorIndex } from '../../db/color-index.ts'
import type { Db } from '../../db/connect.ts'
import { isBlocked } from '../../db/fragments.ts'
import type { Viewer } from '../../viewer.ts'
import { findLogos } from '../search/queries.ts'
import { parseFilters } from './filters.ts'

/** The newest matches among which new ones are counted. */
const mostNew = 1000

export type SavedRow = { search_id: number; name: string; query: string; seen_id: number }

const columns = ['search_id', 'name', 'query', 'seen_id'] as const

export const listSaved = (db: Db, designerId: number): Promise<SavedRow[]> =>
  db
    .selectFrom('saved_search')
    .where('designer_id', '=', designerId)
    .select(columns)
    .orderBy('search_id', 'desc')
    .execute()

/** Locks the account, so that two saves at once count each other. Needs a transaction. */
export async function lockOwner(trx: Db, designerId: number): Promise<void> {
  await trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select('designer_id')
    .forNoKeyUpdate()
    .execute()
}

/** Saves a search. Everything that is uploaded by now counts as seen. */
export const insertSaved = (
  db: Db,
  search: { designer_id: number; name: string; query: string; created_at: Date },
): Promise<SavedRow> =>
  db
    .insertInto('saved_search')
    .values({ ...search, seen_id: newestLogo })
    .returning(columns)
    .executeTakeFirstOrThrow()

const newestLogo = sql<number>`(select coalesce(max(logo_id), 0) from logo)`

/** Marks all matches of a search as seen; undefined if the member has no such search. */
export const seeSaved = (db: Db, designerId: number, searchId: number): Promise<SavedRow | undefined> =>
  db
    .updateTable('saved_search')
    .where('designer_id', '=', designerId)
    .where('search_id', '=', searchId)
    .set({ seen_id: newestLogo })
    .returning(columns)
    .executeTakeFirst()

/** Whether there was such a search of the member. */
export async function deleteSaved(db: Db, designerId: number, searchId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_search')
    .where('designer_id', '=', designerId)
    .where('search_id', '=', searchId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * How many of these logos are new to the member: without the member's own, and those of blocked or suspended designers.
 */
export async function countNews(db: Db, logoIds: number[], viewer: Viewer, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('logo')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .where('logo_id', '=', sql<number>`any (${logoIds}::int[])`)
    .where('hidden_at', 'is', null)
    .where('logo.designer_id', '<>', viewer.id)
    .where(eb => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .where(eb => eb.not(isBlocked(viewer, 'logo.designer_id')))
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The newest logos that a saved search finds. A filter of an earlier version finds nothing. */
export async function findMatches(db: Db, colors: ColorIndex, query: string): Promise<number[]> {
  const parsed = parseFilters(query)
  if (!parsed.success) return []
  const { color, color_within, ...filters } = parsed.data
  const colored = color?.length ? await colors.find(db, color, color_within) : undefined
  const newest = { page: 1, page_size: mostNew }
  return (await findLogos(db, { ...filters, colored, sort: 'recent' }, newest)).ids
}
