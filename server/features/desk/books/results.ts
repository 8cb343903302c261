import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { bookSlug } from '../../../../shared/api/books.ts'
import { results } from '../../../../shared/api/desk/books.ts'
import type { Db } from '../../../db/connect.ts'
import type { Cookies } from '../../../http/cookies.ts'
import { type Query, sendCsv } from '../../../http/csv.ts'
import { HttpError } from '../../../http/errors.ts'
import { openExport, parseInput, type ReadingNotes, route } from '../../../http/serve.ts'
import { csvLine } from '../../../lib/csv.ts'
import type { Services } from '../../../services.ts'
import { findBook } from '../../books/queries.ts'
import { countResults, listResults, listScoreChain } from '../../judging/queries.ts'
import { formatScoreLine } from '../../judging/score-chain.ts'

/** How much of a file is read at once. */
const portion = 2000

async function requireRatified(db: Db, slug: string) {
  const book = await findBook(db, slug)
  if (!book) throw new HttpError(404, 'Book not found')
  if (book.state === 'ratified' || (book.state === 'published' && book.ratified_at)) return book
  throw new HttpError(409, 'There are no results until the book is ratified.')
}

export const resultsRoute = route(results, async ({ db, input }) => {
  const book = await requireRatified(db, input.book)
  const { page, page_size } = input
  return {
    data: await listResults(db, book.book_id, { offset: (page - 1) * page_size, limit: page_size }),
    count: await countResults(db, book.book_id),
    severities: results.output.shape.severities.parse(book.severities ?? []),
  }
})

const resultColumns = 'rank,logo_id,logo,scores,u,v,p,band,flags,saved_by,is_disqualified,cross_check'.split(
  ',',
)

async function* writeResults(db: Db, bookId: number) {
  yield csvLine(resultColumns)
  for (let after: { rank: number | null; logo_id: number } | undefined; ; ) {
    const rows = await listResults(db, bookId, { after, limit: portion })
    yield rows
      .map(row =>
        csvLine([
          row.rank,
          row.logo_id,
          row.logo,
          row.scores.map(([round, juror, score]) => `${round}:${juror}=${score}`).join(' '),
          row.u,
          row.v,
          row.p,
          row.band,
          row.flags,
          row.saved_by.join(' '),
          row.is_disqualified,
          row.cross_check,
        ]),
      )
      .join('')
    after = rows.at(-1)
    if (rows.length < portion) return
  }
}

/** Line n is what its hash was made of; the hash follows in a cell of its own. */
async function* writeScoreChain(db: Db, bookId: number) {
  yield 'n,logo_id,juror,round,score,scored_at,kept_at,hash\r\n'
  for (let after = 0; ; ) {
    const rows = await listScoreChain(db, bookId, after, portion)
    yield rows.map(row => `${formatScoreLine(row)},${row.hash}\r\n`).join('')
    const last = rows.at(-1)
    if (!last || rows.length < portion) return
    after = last.n
  }
}

/** Serves a ratified book's ranking and score chain as CSV, for the chair. GETs, so that a browser saves them. */
export function serveResultFiles(
  app: FastifyInstance,
  services: Services,
  cookies: Cookies,
  notes: ReadingNotes,
) {
  const files = { results: writeResults, ledger: writeScoreChain }
  const input = z.object({ book: bookSlug })
  for (const [name, write] of Object.entries(files))
    app.get(
      `/api/admin/books/${name}.csv`,
      { exposeHeadRoute: false, config: { pool: 'calls' } },
      async (request, reply) => {
        const endpoint = { ...results, path: `/api/admin/books/${name}` as const }
        const query = request.query as Query
        const { db, checkAccess, note } = await openExport(
          { endpoint, query, notes },
          services,
          cookies,
          request,
          reply,
        )
        const { book: slug } = parseInput(input, query)
        const book = await requireRatified(db, slug)
        await note(db)
        return sendCsv(reply, `${book.slug}-${name}.csv`, write(db, book.book_id), checkAccess)
      },
    )
}
