import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const find = (logo_id: number) => server.visit().call(api.plates.find, { logo_id })

async function award(logo_id: number, series: 'book' | 'master-book', number: number, published_on: string) {
  const { book_id } = await server.db
    .insertInto('book')
    .values({ series, number, state: 'published', published_on })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await server.db.insertInto('award').values({ book_id, logo_id }).execute()
}

test('a plate names who made the logo, and the newest book of the competition before a volume of the Master Library', async () => {
  const { designer_id } = await createDesigner(server.db, { company: 'Lindqvist Studio', city: 'Stockholm' })
  const { logo_id } = await createLogo(server.db, {
    designer_id,
    title: 'Camel & Currant',
    designer: 'Ada Lindqvist',
    client: 'Camel & Currant',
    upload_date: new Date('2024-11-30T12:00:00Z'),
  })
  expect(await find(logo_id)).toMatchObject({
    logo: 'Camel & Currant',
    designer: 'Ada Lindqvist',
    company: 'Lindqvist Studio',
    place: 'Stockholm',
    client: 'Camel & Currant',
    book: null,
    was_judged: 0,
    year: 2024,
  })
  await award(logo_id, 'master-book', 4, '2025-02-01')
  expect(await find(logo_id)).toMatchObject({ book: 'Master Book 4', was_judged: 0, year: 2025 })
  await award(logo_id, 'book', 12, '2025-06-01')
  await award(logo_id, 'book', 13, '2026-01-01')
  expect(await find(logo_id)).toMatchObject({ book: 'Colophon Book 13', was_judged: 1, year: 2026 })
})

test('a hidden logo and an unknown one have no plate, for the owner neither', async () => {
  const owner = await createDesigner(server.db)
  const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('logo_id', '=', logo_id)
    .execute()
  const client = await server.signIn(owner)
  expect((await refusal(client.call(api.plates.find, { logo_id }))).status).toBe(404)
  expect((await refusal(find(logo_id))).status).toBe(404)
  expect((await refusal(find(2_000_000_000))).status).toBe(404)
})
