import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { deleteRemovedOne, listRemoved, lockRemoved } from './queries.ts'

/** How long what a moderator removed can come back. */
const keptMs = 30 * dayMs

/** Deletes what was removed 30 days ago, unless an appeal waits; a logo that has come into a book stays hidden. */
export async function deleteRemoved(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  for (const removed of await listRemoved(db, before))
    await transaction(db, async trx => {
      if (await lockRemoved(trx, before, removed)) await deleteRemovedOne(trx, removed)
    })
}
