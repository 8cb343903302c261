import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Palette } from '../../lib/color/palette.ts'

/** Locks the newest logo without colours that no other process holds, until the transaction ends. */
export function claimColorless(trx: Db) {
  return trx
    .selectFrom('logo')
    .where('colors', 'is', null)
    .orderBy('logo_id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .select(['logo_id', 'image'])
    .executeTakeFirst()
}

export async function setPalette(trx: Db, logoId: number, { colors, kind }: Palette) {
  await trx
    .updateTable('logo')
    .set({ colors: JSON.stringify(colors), palette: kind })
    .where('logo_id', '=', logoId)
    .execute()
}

/** The number of logos whose colours are not found yet. */
export async function countColorless(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from logo where colors is null`.execute(
    db,
  )
  return rows[0]!.n
}
