import { createHash, randomBytes } from 'node:crypto'
import * as api from '../shared/api.ts'
import type { InputOf } from '../shared/endpoint.ts'
import { dayMs } from '../shared/rules/time.ts'
import { createDesigner, createLogo } from './factories.ts'
import type { TestServer } from './server.ts'

// Books for tests of judging.

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

export const signInChair = async (server: TestServer) =>
  server.signIn(await createDesigner(server.db, { role: 'chair', membership: 'none' }))

export const createJurors = (server: TestServer, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      createDesigner(server.db, {
        role: 'juror',
        membership: 'none',
        first_name: `Given${randomBytes(4).toString('hex')}`,
        last_name: `Family${randomBytes(4).toString('hex')}`,
      }),
    ),
  )

/** What a chair opens a book with. */
export const opening = (overrides: Partial<InputOf<typeof api.desk.books.open>> = {}) => ({
  series: 'book' as const,
  number: 14,
  title: 'Colophon Book 14',
  places: 5,
  closes_at: inDays(30),
  ...overrides,
})

/** Logos of other designers, entered in the open book. */
async function enterLogos(server: TestServer, bookId: number, count: number, designers = 4) {
  const owners = await Promise.all(Array.from({ length: designers }, () => createDesigner(server.db)))
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const { logo_id } = await createLogo(server.db, {
      designer_id: owners[i % designers]!.designer_id,
      title: `Mark ${i + 1}`,
      industry: 'Printing',
    })
    ids.push(logo_id)
  }
  await server.db
    .insertInto('entry')
    .values(ids.map(logo_id => ({ book_id: bookId, logo_id })))
    .execute()
  return ids
}

/** A fixed secret in place of the random one: on a new database the draw is the same in every run. */
const secret = createHash('sha256').update('a draw that is repeated').digest()
const commitment = createHash('sha256').update(secret).digest('hex')

/** An open book with its jury and entries. */
export async function createOpenBook(
  server: TestServer,
  options: { jurors?: number; entries?: number; opening?: Parameters<typeof opening>[0] } = {},
) {
  const chair = await signInChair(server)
  await chair.call(api.desk.books.open, opening(options.opening))
  const { book_id, slug } = await server.db
    .updateTable('book')
    .set({ secret, commitment })
    .where('state', '=', 'open')
    .returning(['book_id', 'slug'])
    .executeTakeFirstOrThrow()
  const jurors = await createJurors(server, options.jurors ?? 8)
  await chair.call(api.desk.books.setJurors, {
    book: slug,
    designer_ids: jurors.map(juror => juror.designer_id),
  })
  const entries = options.entries === 0 ? [] : await enterLogos(server, book_id, options.entries ?? 12)
  const step = (to: InputOf<typeof api.desk.books.setState>['to'], beacon?: string) =>
    chair.call(api.desk.books.setState, {
      book: slug,
      to,
      why: 'It is time',
      ...(beacon !== undefined && { beacon }),
    })
  return { chair, book_id, slug, jurors, entries, step }
}
