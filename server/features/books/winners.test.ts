import { afterAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createLogo } from '../../../tests/factories.ts'
import { createOpenBook } from '../../../tests/judging.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
})
afterAll(() => server.close())

test('a list of books marks those with reliability figures: published, and judged here', async () => {
  const visitor = server.visit()
  const { slug, book_id } = await createOpenBook(server, { jurors: 8, entries: 0 })
  const hasReliability = async () =>
    (await visitor.call(api.books.find, {})).data.find(book => book.slug === slug)!.has_reliability
  const change = (values: { state?: 'published'; reliability?: string; commitment?: string | null }) =>
    server.db.updateTable('book').set(values).where('book_id', '=', book_id).execute()
  expect(await hasReliability()).toBe(0)
  await change({ state: 'published' })
  expect(await hasReliability()).toBe(0)
  const figures = { icc_single: 0.4, icc_three: 0.6, alpha: 0.5, alpha_low: 0.4, alpha_high: 0.6, jurors: [] }
  await change({ reliability: JSON.stringify(figures) })
  expect(await hasReliability()).toBe(1)
  expect(await visitor.call(api.books.findReliability, { book: slug })).toEqual(figures)
})

test('a book’s winners are listed for visitors once it is published, in the order of their uploads', async () => {
  const visitor = server.visit()
  const { slug, book_id } = await createOpenBook(server, { jurors: 8, entries: 0 })
  const awarded: number[] = []
  for (const title of ['First', 'Second', 'Third']) {
    const { logo_id } = await createLogo(server.db, { title })
    awarded.push(logo_id)
    await server.db.insertInto('award').values({ book_id, logo_id }).execute()
  }
  expect(await visitor.call(api.books.winners, { book: slug })).toEqual({ data: [], count: 0 })

  await server.db.updateTable('book').set({ state: 'published' }).where('book_id', '=', book_id).execute()
  const page = await visitor.call(api.books.winners, { book: slug, page: 2, page_size: 2 })
  expect(page.count).toBe(3)
  expect(page.data.map(logo => logo.logo_id)).toEqual(awarded.slice(2))
  expect((await refusal(visitor.call(api.books.winners, { book: 'book-999' }))).status).toBe(404)
})
