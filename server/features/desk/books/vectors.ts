import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { bookSlug } from '../../../../shared/api/books.ts'
import { results } from '../../../../shared/api/desk/books.ts'
import type { Cookies } from '../../../http/cookies.ts'
import type { Query } from '../../../http/csv.ts'
import { HttpError } from '../../../http/errors.ts'
import { openExport, parseInput, type ReadingNotes } from '../../../http/serve.ts'
import { csvLine } from '../../../lib/csv.ts'
import { vectorFile } from '../../../outside/files.ts'
import type { Services } from '../../../services.ts'
import { findBook, listWinnersVectors } from '../../books/queries.ts'

const path = '/api/admin/books/vectors'
const columns = ['logo_id', 'logo', 'company', 'file']

/**
 * Serves the vector originals of a published book's winners as a ZIP for the chair, with a list that names who has sent none.
 * A GET, so that a browser saves it.
 */
export function serveWinnersVectors(
  app: FastifyInstance,
  services: Services,
  cookies: Cookies,
  notes: ReadingNotes,
) {
  const { files } = services
  const input = z.object({ book: bookSlug })
  app.get(path, { exposeHeadRoute: false, config: { pool: 'calls' } }, async (request, reply) => {
    const query = request.query as Query
    const source = { endpoint: { ...results, path } as const, query, notes }
    const { db, checkAccess, note } = await openExport(source, services, cookies, request, reply)
    const book = await findBook(db, parseInput(input, query).book)
    if (!book) throw new HttpError(404, 'Book not found')
    if (book.state !== 'published')
      throw new HttpError(409, 'There are no winners until the book is published.')
    const winners = (await listWinnersVectors(db, book.book_id)).map(({ filename, ...winner }) => ({
      ...winner,
      path: filename === null ? '' : `${winner.logo_id}-${filename}`,
    }))
    await note(db, winners.length)
    const archive = new ZipFile()
    const stream = archive.outputStream as Readable
    archive.on('error', error => stream.destroy(error as Error))
    const lines = winners.map(({ logo_id, logo, company, path }) => csvLine([logo_id, logo, company, path]))
    archive.addBuffer(Buffer.from(csvLine(columns) + lines.join('')), 'winners.csv')
    for (const { file, path } of winners) if (file) add(archive, vectorFile(file), path, checkAccess)
    archive.end()
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${book.slug}-vectors.zip"`)
      .type('application/zip')
      .send(stream)
  })

  /** Read lazily, so that one file at a time is in memory; one that its owner has just removed is empty. */
  function add(archive: ZipFile, name: string, path: string, checkAccess: () => Promise<void>) {
    archive.addReadStreamLazy(path, { compress: false }, done => {
      checkAccess()
        .then(() => files.get(name))
        .then(
          bytes => done(null, Readable.from([bytes ?? Buffer.alloc(0)])),
          error => done(error, Readable.from([])),
        )
    })
  }
}
