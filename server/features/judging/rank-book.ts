import { orderEntries } from '../../../shared/judging/draw.ts'
import type { Db } from '../../db/connect.ts'
import type { BookRow } from '../books/queries.ts'
import { listEntries } from '../books/queries.ts'
import { inThread } from './in-thread.ts'
import { nodeDigest } from './node-digest.ts'
import {
  type CountedRow,
  deleteGoneResults,
  listCountedScores,
  listRankable,
  listStandingEntries,
  type NewBookResult,
  upsertRanking,
} from './queries.ts'
import { placeEntries, type Ranking } from './rank.ts'

type Drawn = {
  randomness: { digest: typeof nodeDigest; seed: Uint8Array<ArrayBuffer> }
  order: number[]
}

/** The order of entries of a book that was drawn, with those whose logo is gone. */
async function findDrawn(db: Db, { book_id, seed }: BookRow): Promise<Drawn> {
  if (!seed) throw new Error('The book was not drawn')
  const randomness = { digest: nodeDigest, seed: Uint8Array.from(seed) }
  return { randomness, order: await orderEntries(randomness, await listEntries(db, book_id)) }
}

/** Fits the model to all current scores, and ranks the entries that still exist. */
export async function rankBook(
  db: Db,
  book: BookRow,
): Promise<Drawn & { ranking: Ranking; scores: CountedRow[] }> {
  const drawn = await findDrawn(db, book)
  const standing = await listStandingEntries(db, book.book_id)
  const isStanding = new Set(standing.map(entry => entry.logo_id))
  const disqualified = new Set(standing.filter(e => e.is_disqualified).map(e => e.logo_id))
  const order = drawn.order.filter(id => isStanding.has(id))
  const scores = await listCountedScores(db, book.book_id)
  const ranking = await inThread('rank', { scores, order, disqualified, places: book.places ?? 0 })
  return { ...drawn, order, ranking, scores }
}

export const toResults = ({ entries }: Ranking): NewBookResult[] =>
  entries.map(({ crossCheck, ...entry }) => ({ ...entry, cross_check: crossCheck }))

/** Ranks a ratified book again without another fit: an entry was disqualified, put back or deleted. */
export async function placeAgain(trx: Db, book: BookRow): Promise<void> {
  await deleteGoneResults(trx, book.book_id)
  const { order } = await findDrawn(trx, book)
  const position = new Map(order.map((id, i) => [id, i]))
  const entries = await listRankable(trx, book.book_id)
  const ranked = entries.filter(entry => !entry.is_disqualified)
  const { places } = placeEntries(
    ranked.map(entry => ({ ...entry, position: position.get(entry.logo_id) ?? order.length })),
    book.places ?? 0,
  )
  const results = entries.map(({ logo_id, u, v, cross_check }): NewBookResult => {
    const place = places.get(logo_id) ?? { rank: null, p: null, band: null }
    return { logo_id, u, v, cross_check, ...place }
  })
  await upsertRanking(trx, book.book_id, results, { isFirst: false })
}
