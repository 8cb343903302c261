import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://localhost:4000' })
})
afterAll(() => server.close())

const read = (url: string) => server.app.inject({ url })
const listParts = async () =>
  (await parseSitemapIndex(Readable.from([(await read('/sitemap.xml')).body]))).map(({ url }) => url)
const listPages = async (part: string) =>
  (await parseSitemap(Readable.from([(await read(new URL(part).pathname)).body]))).map(({ url }) => url)

test('the sitemap is valid by the protocol’s schema', async () => {
  await createLogo(server.db, { title: 'A & B' })
  const schema = await readFile(new URL('../../schema/sitemap.xsd', import.meta.resolve('sitemap')), 'utf8')
  for (const url of await listParts()) {
    const { body } = await read(new URL(url).pathname)
    const result = await validateXML({ xml: [{ fileName: 'sitemap.xml', contents: body }], schema: [schema] })
    expect([url, result.errors]).toEqual([url, []])
  }
})

test('every logo, designer with logos and public collection that a visitor sees is named once, and nothing else', async () => {
  const { db } = server
  const owner = await createDesigner(db)
  const without = await createDesigner(db)
  const shown = await createLogo(db, { designer_id: owner.designer_id })
  const hidden = await createLogo(db, { designer_id: owner.designer_id, logo_id: 100_001 })
  const far = await createLogo(db, { designer_id: owner.designer_id, logo_id: 150_001 })
  await db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_why: 'x', hidden_by: 'staff' })
    .where('logo_id', '=', hidden.logo_id)
    .execute()
  const [open, secret] = await db
    .insertInto('collection')
    .values([true, false].map(is_public => ({ designer_id: owner.designer_id, name: 'Shelf', is_public })))
    .returning('collection_id')
    .execute()
  for (const { collection_id } of [open!, secret!])
    await db.insertInto('collection_logo').values({ collection_id, logo_id: shown.logo_id }).execute()

  const parts = await listParts()
  expect(parts).toContain('http://localhost:4000/sitemap-logos-4.xml')
  // The only logo of the third part is hidden.
  expect(parts).not.toContain('http://localhost:4000/sitemap-logos-3.xml')
  expect((await read('/sitemap-logos-3.xml')).statusCode).toBe(404)
  const pages = (await Promise.all(parts.map(listPages))).flat()
  const at = (path: string) => pages.filter(page => page === `http://localhost:4000${path}`).length
  expect([at(`/logo/${shown.logo_id}`), at(`/logo/${far.logo_id}`), at(`/logo/${hidden.logo_id}`)]).toEqual([
    1, 1, 0,
  ])
  expect([at(`/designers/${owner.slug}`), at(`/designers/${without.slug}`)]).toEqual([1, 0])
  expect([at(`/collection/${open!.collection_id}`), at(`/collection/${secret!.collection_id}`)]).toEqual([
    1, 0,
  ])
  expect(new Set(pages).size).toBe(pages.length)
})

test('an address that names no part of the sitemap answers 404', async () => {
  for (const url of [
    '/sitemap-logos-0.xml',
    '/sitemap-logos-999.xml',
    '/sitemap-logos-x.xml',
    '/sitemap-members-1.xml',
  ])
    expect([url, (await read(url)).statusCode]).toEqual([url, 404])
})

test('robots.txt names the sitemap, and refuses no search engine', async () => {
  const { body } = await read('/robots.txt')
  expect(body).toContain('\nSitemap: http://localhost:4000/sitemap.xml\n')
  for (const engine of [
    'Googlebot',
    'Bingbot',
    'DuckDuckBot',
    'Slurp',
    'Applebot',
    'YandexBot',
    'Baiduspider',
    'Qwantbot',
  ])
    expect(body.split('\n')).not.toContain(`User-agent: ${engine}`)
})
