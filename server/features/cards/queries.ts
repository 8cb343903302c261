import { dayMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'

/** How long a drawn card stays in the store. */
const keptMs = 30 * dayMs
const keptSince = (now: Date) => new Date(now.getTime() - keptMs)

/** Notes that a card is drawn, before its file is stored. */
export async function noteCard(db: Db, name: string, now: Date) {
  await db
    .insertInto('card')
    .values({ name, drawn_at: now })
    .onConflict(c => c.column('name').doUpdateSet({ drawn_at: now }))
    .execute()
}

/** The names of cards that were drawn 30 days ago or earlier. */
export async function listOldCards(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('card').where('drawn_at', '<', keptSince(now)).select('name').execute()
  return rows.map(({ name }) => name)
}

/** Forgets a card, unless it was drawn again since it was listed. Returns whether its file is to be removed, before `trx` ends. */
export async function forgetOldCard(trx: Db, name: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('card')
    .where('name', '=', name)
    .where('drawn_at', '<', keptSince(now))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
