import type { Db } from '../../db/connect.ts'
import { makeCommitment } from './open-book.ts'

/** Gives an open book of a version without draws its commitment, so that it can be closed. */
export async function commitOpenBook(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('book')
    .set(makeCommitment(now))
    .where('state', '=', 'open')
    .where('series', '=', 'book')
    .where('commitment', 'is', null)
    .execute()
}
