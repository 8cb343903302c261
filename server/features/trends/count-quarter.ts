import { boundsOf, quarterBefore } from '../../../shared/rules/trends.ts'
import type { Db } from '../../db/connect.ts'
import { listCounted, listPublicIds, type QuarterTrends } from './queries.ts'
import { makeShapes } from './shapes.ts'
import { makeTally } from './tally.ts'

/** Rows that are counted in one go: a few milliseconds. */
const portion = 1000

/** Counts the public logos of a quarter and of the one before; undefined for a quarter without logos. */
export async function countQuarter(db: Db, quarter: string): Promise<QuarterTrends | undefined> {
  const tally = makeTally()
  const shapes = makeShapes()
  for (const when of ['now', 'before'] as const) {
    const ids = await listPublicIds(db, boundsOf(when === 'now' ? quarter : quarterBefore(quarter)))
    if (when === 'now' && !ids.length) return
    for (let at = 0; at < ids.length; at += portion)
      for (const logo of await listCounted(db, ids.slice(at, at + portion))) {
        tally.add(logo, when)
        shapes.add(logo.logo_id, logo.views, when)
      }
  }
  const { now, before } = tally.totals.all
  if (!now) return
  return {
    logo_ct: now,
    before_ct: before,
    trends: [...(await shapes.trends(tally.totals.looks, !before)), ...tally.trends()],
  }
}
