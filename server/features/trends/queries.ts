import { sql } from 'kysely'
import { quarterOf, shownOfShape, type TrendKind } from '../../../shared/rules/trends.ts'
import type { Db } from '../../db/connect.ts'
import { modelVersion } from '../../lib/look/describe.ts'
import type { Viewer } from '../../viewer.ts'
import { keepShown, listByIds } from '../look/queries.ts'

/** The columns of a quarter's row. `logo_ids` are the most typical logos of a shape. */
export type KeptTrend = {
  kind: TrendKind
  direction: 'rising' | 'falling'
  /** Empty for a shape: it has the name of the first of its logos that the caller may see. */
  name: string
  color: string | null
  count: number
  share: number
  before_count: number
  before_share: number
  logo_ids: number[]
}
export type QuarterTrends = { logo_ct: number; before_ct: number; trends: KeptTrend[] }

/** The quarters with public logos that are counted, the first one first. */
export async function listQuarters(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('trend_quarter').orderBy('quarter').select('quarter').execute()
  return rows.map(row => row.quarter)
}

async function findQuarter(
  db: Db,
  quarter: string,
): Promise<(QuarterTrends & { counted_at: Date }) | undefined> {
  return db
    .selectFrom('trend_quarter')
    .where('quarter', '=', quarter)
    .select(['logo_ct', 'before_ct', 'counted_at'])
    .select(sql<KeptTrend[]>`trends`.as('trends'))
    .executeTakeFirst()
}

/**
 * What rises and falls in a quarter, or in the last one with logos, with the typical logos that `viewer` may see. A shape none of
 * whose logos may be seen is left out.
 */
export async function findTrends(
  db: Db,
  asked: string | undefined,
  { viewer, now }: { viewer: Viewer; now: Date },
) {
  const quarters = await listQuarters(db)
  const quarter = asked ?? quarters.at(-1) ?? quarterOf(now)
  const found = await findQuarter(db, quarter)
  const { logo_ct = 0, before_ct = 0, trends = [] } = found ?? {}
  const ids = trends.flatMap(({ logo_ids }) => logo_ids).map(logo_id => ({ logo_id }))
  const shown = (await keepShown(db, ids, viewer)).map(({ logo_id }) => logo_id)
  const logos = new Map((await listByIds(db, shown, viewer)).map(logo => [logo.logo_id, logo]))
  const data = trends.flatMap(({ logo_ids, name, ...trend }) => {
    const typical = logo_ids.flatMap(id => logos.get(id) ?? []).slice(0, shownOfShape)
    if (trend.kind === 'shapes' && !typical.length) return []
    return {
      ...trend,
      // A process of an earlier version, which runs beside this one during an upgrade, writes no shares.
      share: trend.share ?? (logo_ct && trend.count / logo_ct),
      before_share: trend.before_share ?? (before_ct && trend.before_count / before_ct),
      name: typical[0]?.logo ?? name,
      logos: typical,
    }
  })
  return {
    quarter,
    logo_ct,
    before_ct,
    counted_at: found?.counted_at ?? null,
    earlier: quarters.findLast(other => other < quarter) ?? null,
    later: quarters.find(other => other > quarter) ?? null,
    data,
    count: data.length,
  }
}

/** One process at a time counts; ends with the transaction. */
export async function tryLockCounting(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('count trends')) as locked`.execute(trx)
  return rows[0]!.locked
}

/**
 * The next quarter to count, with the changes that are noted: one that is not counted yet, or was longest ago. Every upload changes
 * its quarter, so a quarter is counted again only after ten milliseconds for each of its logos and those of the quarter before, at most
 * ten minutes; at once if it was counted by a clock that is ahead.
 */
export async function findChangedQuarter(
  db: Db,
  now: Date,
): Promise<{ quarter: string; changes: string[] } | undefined> {
  return db
    .selectFrom('trend_change')
    .leftJoin('trend_quarter', 'trend_quarter.quarter', 'trend_change.quarter')
    .where(
      sql<boolean>`coalesce(${now} not between counted_at
        and counted_at + least((logo_ct + before_ct) * interval '10 milliseconds', '10 minutes'), true)`,
    )
    .groupBy(['trend_change.quarter', 'counted_at'])
    .orderBy('counted_at', order => order.asc().nullsFirst())
    .orderBy('trend_change.quarter', 'desc')
    .limit(1)
    .select('trend_change.quarter')
    .select(sql<string[]>`array_agg(change_id::text)`.as('changes'))
    .executeTakeFirst()
}

/** Removes changes that are counted; others of the same quarter may have come in the meantime. */
export async function removeChanges(trx: Db, changes: readonly string[]) {
  await trx
    .deleteFrom('trend_change')
    .where('change_id', '=', sql<number>`any(${[...changes]}::bigint[])`)
    .execute()
}

/** The public logos of a period, the first upload first. */
export async function listPublicIds(db: Db, { from, until }: { from: Date; until: Date }): Promise<number[]> {
  const rows = await db
    .selectFrom('logo')
    .where('hidden_at', 'is', null)
    .where('upload_date', '>=', from)
    .where('upload_date', '<', until)
    .orderBy('upload_date')
    .orderBy('logo_id')
    .select('logo_id')
    .execute()
  return rows.map(row => row.logo_id)
}

export type CountedLogo = Awaited<ReturnType<typeof listCounted>>[number]

/** What is counted of these logos, without those that are hidden by now. */
export function listCounted(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('logo')
    .leftJoin('logo_look', join =>
      join.onRef('logo_look.logo_id', '=', 'logo.logo_id').on('model_version', '=', modelVersion),
    )
    .where('logo.logo_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('hidden_at', 'is', null)
    .select(['logo.logo_id', 'keyword_keys', 'industry', 'palette', 'views'])
    .select(sql<{ hex: string }[] | null>`colors`.as('colors'))
    .execute()
}

/** Keeps a quarter's trends; undefined removes those of a quarter without logos. */
export async function setQuarter(trx: Db, quarter: string, counted: QuarterTrends | undefined, now: Date) {
  if (!counted) {
    await trx.deleteFrom('trend_quarter').where('quarter', '=', quarter).execute()
    return
  }
  const values = { ...counted, trends: JSON.stringify(counted.trends), counted_at: now }
  await trx
    .insertInto('trend_quarter')
    .values({ quarter, ...values })
    .onConflict(c => c.column('quarter').doUpdateSet(values))
    .execute()
}
