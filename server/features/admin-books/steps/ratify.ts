import type { Db } from '../../../db/connect.ts'
import type { BookRow } from '../../books/queries.ts'
import { upsertRanking } from '../../judging/queries.ts'
import { measureSeverity } from '../../judging/rank.ts'
import { rankBook, toResults } from '../../judging/rank-book.ts'
import { measureReliability } from '../../judging/reliability.ts'

/** Ranks the book by all its scores, and measures how far the jurors agreed. From now on the secret is published. */
export async function ratifyBook(trx: Db, book: BookRow) {
  const { ranking, scores } = await rankBook(trx, book)
  await upsertRanking(trx, book.book_id, toResults(ranking), { isFirst: !book.border_round })
  const severities = [...measureSeverity(scores)].map(([juror, severity]) => ({ juror, severity }))
  return {
    reliability: JSON.stringify(measureReliability(scores)),
    severities: JSON.stringify(severities.sort((a, b) => a.juror - b.juror)),
  }
}
