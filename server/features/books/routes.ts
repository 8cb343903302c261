import { find, findDraw, findReliability, winners } from '../../../shared/api/books.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import {
  type BookRow,
  countWinners,
  findBook,
  findLastScoreHash,
  listBooks,
  listConflicts,
  listEntries,
  listJurors,
  listMoved,
  listPanels,
  listWinners,
} from './queries.ts'

const notFound = () => new HttpError(404, 'Book not found')

export const booksRoutes = [
  readRoute(find, async ({ db, viewer }) => {
    const data = await listBooks(db, viewer.id)
    return { data, count: data.length }
  }),

  readRoute(winners, async ({ db, input, viewer }) => {
    if (!(await findBook(db, input.book))) throw notFound()
    const [data, count] = await Promise.all([
      listWinners(db, input.book, viewer, input),
      countWinners(db, input.book),
    ])
    return { data, count }
  }),

  readRoute(findDraw, async ({ db, input }) => {
    const book = await findBook(db, input.book)
    if (!book) throw notFound()
    const { commitment, committed_at } = book
    if (!commitment || !committed_at) throw new HttpError(404, 'This book was not drawn here.')
    const { state, beacon_source, beacon_at, entries_hash, closed_at } = book
    return {
      book: book.slug,
      state,
      commitment,
      committed_at,
      beacon_source,
      beacon_at,
      entries_hash,
      closed_at,
      ...(book.inputs_hash !== null && { inputs_hash: book.inputs_hash }),
      ...(book.beacon !== null && { beacon: book.beacon }),
      ...((state === 'ratified' || state === 'published') && (await describeDraw(db, book))),
    }
  }),

  readRoute(findReliability, async ({ db, input }) => {
    const book = await findBook(db, input.book)
    if (!book) throw notFound()
    if (!book.commitment) throw new HttpError(404, 'This book was not judged here.')
    if (book.state !== 'published')
      throw new HttpError(409, 'How far the jurors agreed is published with the results.')
    return findReliability.output.parse(book.reliability)
  }),
]

/** What is published once scoring has ended. */
async function describeDraw(db: Db, { book_id, secret, seed }: BookRow) {
  if (!secret || !seed) return {}
  const jurors = await listJurors(db, book_id)
  const border_assignments = await listPanels(db, book_id, 2)
  return {
    secret: secret.toString('hex'),
    seed: seed.toString('hex'),
    jurors: jurors.map(juror => juror.designer_id),
    entries: await listEntries(db, book_id),
    conflicts: await listConflicts(db, book_id),
    assignments: await listPanels(db, book_id, 1),
    ...(border_assignments.length > 0 && { border_assignments }),
    moved: await listMoved(db, book_id),
    left: jurors.flatMap(({ number, left_at }): [number, Date][] =>
      number && left_at ? [[number, left_at]] : [],
    ),
    last_score_hash: await findLastScoreHash(db, book_id),
  }
}
