import type { Db } from '../../../db/connect.ts'
import { insertAwards, insertLettersToWrite, markRanked } from '../../judging/queries.ts'
import { placeAgain } from '../../judging/rank-book.ts'
import { queueResults } from '../../webhooks/queries.ts'
import type { BookRow } from '../queries.ts'
import { disqualifyHidden } from './queries.ts'

/** Gives the awards, marks what was kept and queues the webhooks' messages. The letters follow: jobs/write-result-letters.ts. */
export async function publishBook(trx: Db, book: BookRow, { now }: { now: Date }) {
  // A logo may have been hidden or deleted since the book was ratified: its place goes to the next.
  await disqualifyHidden(trx, book.book_id, now)
  await placeAgain(trx, book)
  await insertAwards(trx, book.book_id, book.places ?? 0)
  await markRanked(trx, book.book_id, book.places ?? 0)
  await insertLettersToWrite(trx, book.book_id)
  await queueResults(trx, book.book_id)
  return { published_on: now.toISOString().slice(0, 10) }
}
