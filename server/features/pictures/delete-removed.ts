import { type Db, transaction } from '../../db/connect.ts'
import { deleteRemovedOne, listRemoved } from './queries.ts'

/** How long what a moderator removed can come back. */
const keptMs = 30 * 86_400_000

/** Deletes what was removed 30 days ago, unless an appeal waits; a logo that has come into a book stays hidden. */
export async function deleteRemoved(db: Db, now: Date): Promise<void> {
  for (const removed of await listRemoved(db, new Date(now.getTime() - keptMs)))
    await transaction(db, trx => deleteRemovedOne(trx, removed))
}
