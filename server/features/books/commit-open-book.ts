import type { Db } from '../../db/connect.ts'
import { makeCommitment } from './open-book.ts'

/** Commits an open book of before there were draws to a secret, so that it can be closed. */
export async function commitOpenBook(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('book')
    .set(makeCommitment(now))
    .where('state', '=', 'open')
    .where('series', '=', 'book')
    .where('commitment', 'is', null)
    .execute()
}
