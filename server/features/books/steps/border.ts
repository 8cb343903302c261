import { assignBorder, chooseBorder } from '../../../../shared/judging/border.ts'
import type { Db } from '../../../db/connect.ts'
import { orderBorderTiles } from '../../judging/order.ts'
import { insertFirstRanking, listSaved } from '../../judging/queries.ts'
import { rankBook, toResults } from '../../judging/rank-book.ts'
import { insertTiles, listBarred } from '../../tiles/queries.ts'
import { type BookRow, listJurors } from '../queries.ts'

/** Ranks the first round, and gives the entries at the border two more jurors each. */
export async function startBorderRound(trx: Db, book: BookRow) {
  const { book_id, places } = book
  const { randomness, order, ranking } = await rankBook(trx, book)
  await insertFirstRanking(trx, book_id, toResults(ranking))

  const ranked = ranking.entries.filter(entry => entry.rank !== null).map(entry => entry.logo_id)
  const chosen = chooseBorder(ranked, await listSaved(trx, book_id), places ?? 0)
  const logoIds = order.filter(id => chosen.has(id))
  const jurors = await listJurors(trx, book_id)
  const gone = new Set(jurors.filter(juror => juror.left_at).map(juror => juror.number))
  const barred = await listBarred(trx, book_id, logoIds)
  const assignments = await assignBorder(randomness, {
    logoIds,
    jurorCount: jurors.length,
    mayJudge: (juror, logo_id) => !gone.has(juror) && !barred.get(logo_id)?.has(juror),
  })

  const position = new Map<string, number>()
  for (let juror = 1; juror <= jurors.length; juror++) {
    const own = assignments.filter(({ jurors }) => jurors.includes(juror)).map(({ logo_id }) => logo_id)
    const ordered = await orderBorderTiles(randomness, juror, own)
    for (const [i, logo_id] of ordered.entries()) position.set(`${juror}.${logo_id}`, i + 1)
  }
  const tiles = assignments.flatMap(({ logo_id, jurors }) =>
    jurors.map(number => ({
      number,
      logo_id,
      round: 2 as const,
      position: position.get(`${number}.${logo_id}`) as number,
    })),
  )
  await insertTiles(trx, book_id, tiles)
  return {}
}
