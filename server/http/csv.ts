import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { csvCell, csvLine } from '../lib/csv.ts'
import { HttpError } from './errors.ts'

/** Rows of a list that are read at once for its CSV, and in all. */
const pageSize = 200
const mostRows = 100_000

type Row = Record<string, unknown>
type Query = Record<string, string>

/** Answers with lines of CSV, which a browser saves under this name. */
export const sendCsv = (reply: FastifyReply, name: string, lines: AsyncIterable<string>) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines))

/**
 * Serves a list at its path with `.csv`: the page that the query names, else every row that it selects. `admit` lets the
 * caller pass, and gives what answers the list's call as JSON.
 */
export function serveListAsCsv(
  app: FastifyInstance,
  { csv: columns, path }: Endpoint,
  authorize: (request: FastifyRequest, reply: FastifyReply) => Promise<(query: Query) => Promise<string>>,
) {
  if (!columns) return
  const name = `${path.split('/').slice(2).join('-')}.csv`
  app.get(`${path}.csv`, { exposeHeadRoute: false }, async (request, reply) => {
    const answer = await authorize(request, reply)
    const query = request.query as Query
    const read = async (page: string) => {
      const text = await answer({ ...query, page, page_size: query.page_size ?? String(pageSize) })
      return (JSON.parse(text) as { data?: Row[] }).data
    }
    // Before anything is sent: a refusal is answered as JSON.
    const first = await read(query.page ?? '1')
    if (!first) throw new HttpError(400, 'Only a list can be read as CSV.')
    const size = Number(query.page_size ?? pageSize)
    const isWhole = query.page !== undefined || first.length < size
    return sendCsv(reply, name, writeCsv(columns, first, isWhole ? undefined : { read, size }))
  })
}

/** The lines of a list: the rows of one page, then those of the pages after it until one is not full. */
async function* writeCsv(
  columns: readonly string[],
  first: Row[],
  rest: { read: (page: string) => Promise<Row[] | undefined>; size: number } | undefined,
) {
  const write = (rows: Row[]) =>
    rows.map(row => csvLine(columns.map(column => csvCell(row[column])))).join('')
  yield csvLine(columns) + write(first)
  if (!rest) return
  for (let page = 2; page * rest.size <= mostRows; page++) {
    const rows = (await rest.read(String(page))) ?? []
    yield write(rows)
    if (rows.length < rest.size) return
  }
}
