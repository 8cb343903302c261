import { sql } from 'kysely'
import type { Db } from '../server/db/connect.ts'
import { compareWithBruteForce } from './brute-force.ts'
import type { Gallery } from './cases.ts'
import { measureDatabase } from './cost.ts'
import type { HiddenResult } from './results.ts'
import type { SystemUnderTest } from './system-under-test.ts'

const why = 'measured'

/**
 * What the queries of Fresh and search take before and after the moderators have hidden logos, 1,000 of them, and
 * whether their answers then equal those of brute force. The logos are shown again afterwards.
 */
export async function measureHidden(
  system: SystemUnderTest,
  gallery: Gallery,
  options: { quick: boolean; say: (line: string) => void },
): Promise<HiddenResult> {
  const { db } = gallery
  const only = /^(Fresh|Search)/
  const hidden = options.quick ? 20 : 1000
  const { rows: before } = await measureDatabase(system, gallery, { ...options, only })
  await hideSome(db, hidden)
  try {
    options.say(`${hidden} logos are hidden.`)
    const { rows: after } = await measureDatabase(system, gallery, { ...options, only })
    const { compared, found, differing } = await compareWithBruteForce(db, {
      queries: options.quick ? 10 : 500,
      seed: gallery.logos,
    })
    options.say(`${compared} compared, ${differing.length} differ`)
    return {
      hidden,
      rows: after.map((row, i) => ({ ...row, before: before[i]!.queryOnly! })),
      bruteForce: { compared, found, differing: differing.map(({ what }) => JSON.stringify(what)) },
    }
  } finally {
    await sql`update logo set hidden_at = null, hidden_by = null, hidden_why = null where hidden_why = ${why}`.execute(
      db,
    )
  }
}

/** Hides logos spread over all years and designers. */
const hideSome = (db: Db, number: number) =>
  sql`
    update logo set hidden_at = now(), hidden_by = 'staff', hidden_why = ${why}
    where logo_id in (select logo_id from logo where hidden_at is null order by md5(logo_id::text) limit ${number})`.execute(
    db,
  )
