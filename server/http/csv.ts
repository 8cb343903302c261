import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { csvCell, csvLine } from '../lib/csv.ts'
import { HttpError } from './errors.ts'

/** Rows that are read and written at once, and the most that a file has. */
const portionSize = 2000
const mostRows = 100_000

type Row = Record<string, unknown>
export type Query = Record<string, string>

/** One caller's export of a list. */
export type Export = {
  db: Db
  /** Throws once the session has ended or the caller may no longer read the list. */
  checkAccess: () => Promise<void>
  /** The rows of one page of the list; undefined where the query answers no list. Without `portion`, the page that the query names. */
  read: (db: Db, portion?: { page: number; page_size: number }) => Promise<Row[] | undefined>
  /** Notes the export in the history. */
  note: (db: Db, rows?: number) => Promise<void>
}

/** Answers with lines of CSV, which a browser saves under this name. `checkAccess` runs before each portion: a file that it ends is cut off. */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  portions: AsyncIterable<string> | Iterable<string>,
  checkAccess: () => Promise<void>,
) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(whileAllowed(portions, checkAccess)))

async function* whileAllowed(
  portions: AsyncIterable<string> | Iterable<string>,
  checkAccess: () => Promise<void>,
) {
  for await (const portion of portions) {
    await checkAccess()
    yield portion
  }
}

/**
 * Serves a list at its path with `.csv`: the page that the query names, else every row that it selects. All rows are read in
 * one snapshot before the first is sent, so that each is in the file once, also while rows are written.
 */
export function serveListAsCsv(
  app: FastifyInstance,
  { csv: columns, path }: Endpoint,
  open: (request: FastifyRequest, reply: FastifyReply) => Promise<Export>,
) {
  if (!columns) return
  const name = `${path.split('/').slice(2).join('-')}.csv`
  const write = (rows: Row[]) =>
    rows.map(row => csvLine(columns.map(column => csvCell(row[column])))).join('')
  app.get(`${path}.csv`, { exposeHeadRoute: false, config: { pool: 'calls' } }, async (request, reply) => {
    const source = await open(request, reply)
    const isPage = (request.query as Query).page !== undefined
    const portions = await source.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        const portions = [csvLine(columns)]
        let count = 0
        for (let page = 1; count < mostRows; page++) {
          if (page > 1) await source.checkAccess()
          const rows = await source.read(trx, isPage ? undefined : { page, page_size: portionSize })
          if (!rows) throw new HttpError(400, 'Only a list can be read as CSV.')
          portions.push(write(rows))
          count += rows.length
          if (isPage || rows.length < portionSize) break
        }
        await source.note(trx, count)
        return portions
      })
    return sendCsv(reply, name, portions, source.checkAccess)
  })
}
