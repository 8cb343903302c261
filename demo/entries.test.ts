import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogo } from '../tests/factories.ts'
import { createOpenBook } from '../tests/judging.ts'
import { startTestServer, type TestServer } from '../tests/server.ts'
import { insertEntries } from './entries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a logo that is drawn after the open book was closed enters it no more, and still enters the others', async () => {
  const { db } = server
  const { slug, step } = await createOpenBook(server)
  const { book_id } = await db
    .selectFrom('book')
    .where('slug', '=', slug)
    .select('book_id')
    .executeTakeFirstOrThrow()
  const earlier = await db
    .insertInto('book')
    .values({ series: 'book', number: 3, state: 'published', published_on: '2012-05-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  const enter = async () => {
    const { logo_id } = await createLogo(db)
    const created_at = new Date()
    await insertEntries(db, [
      { book_id, logo_id, created_at },
      { book_id: earlier.book_id, logo_id, created_at },
    ])
    const rows = await db.selectFrom('entry').where('logo_id', '=', logo_id).select('book_id').execute()
    return rows.map(row => row.book_id)
  }
  expect((await enter()).toSorted()).toEqual([book_id, earlier.book_id].toSorted())
  await step('closed')
  expect(await enter()).toEqual([earlier.book_id])
})
