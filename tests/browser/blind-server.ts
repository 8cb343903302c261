import { connect, type Db } from '../../server/db/connect.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { startDemoServer } from './memory.ts'
import { test as base } from './test.ts'

type BlindServer = { origin: string; databaseUrl: string; titles: string[] }

/** A published book with a logo by each of 24 designers. Their pictures are the demonstration's. */
async function writeBook(db: Db): Promise<string[]> {
  const pictures = await db.selectFrom('logo').select('image').orderBy('logo_id').limit(24).execute()
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 99, state: 'published', published_on: '2026-01-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  const titles: string[] = []
  for (const [n, { image }] of pictures.entries()) {
    const { designer_id } = await createDesigner(db, { company: `Blindstudio ${n}` })
    const { logo_id, title } = await createLogo(db, { designer_id, title: `Blindmark ${n}`, image })
    await db.insertInto('award').values({ book_id, logo_id }).execute()
    titles.push(title)
  }
  return titles
}

/** The journeys' test on a server of its own, whose only playable book has 24 designers. */
export const test = base.extend<object, { server: BlindServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const { origin, databaseUrl, end } = await startDemoServer()
      const { db, close } = connect(databaseUrl)
      const titles = await writeBook(db)
      await use({ origin, databaseUrl, titles })
      await close()
      await end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  databaseUrl: [async ({ server }, use) => use(server.databaseUrl), { scope: 'worker' }],
})
