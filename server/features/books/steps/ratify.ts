import type { Db } from '../../../db/connect.ts'
import { inThread } from '../../judging/in-thread.ts'
import { upsertRanking } from '../../judging/queries.ts'
import { rankBook, toResults } from '../../judging/rank-book.ts'
import type { BookRow } from '../queries.ts'
import { disqualifyHidden } from './queries.ts'

/** Ranks the book by all its scores, and measures how far the jurors agreed. From now on the secret is published. */
export async function ratifyBook(trx: Db, book: BookRow, { now }: { now: Date }) {
  await disqualifyHidden(trx, book.book_id, now)
  const { ranking, scores } = await rankBook(trx, book)
  await upsertRanking(trx, book.book_id, toResults(ranking), { isFirst: !book.border_round })
  // One after the other: a core stays free for requests.
  const measured = await inThread('severity', scores)
  const reliability = await inThread('reliability', scores)
  const severities = [...measured].map(([juror, severity]) => ({ juror, severity }))
  return {
    reliability: JSON.stringify(reliability),
    severities: JSON.stringify(severities.sort((a, b) => a.juror - b.juror)),
  }
}
