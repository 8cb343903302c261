import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { findFaults, readHead } from '../../../tests/read-page.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'

const origin = 'https://colophon.example'
const shell =
  '<!doctype html><html><head><title>Colophon</title><meta name="description" content="A gallery." /></head><body></body></html>'

let server: TestServer
let webFolder: string
let pages: Record<'wall' | 'logo' | 'profile' | 'collection' | 'book', string>
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'colophon-web-'))
  await writeFile(join(webFolder, 'index.html'), shell)
  await mkdir(join(webFolder, '.vite'))
  await writeFile(join(webFolder, '.vite/manifest.json'), '{}')
  await writeFile(join(webFolder, '.vite/first-screen.js'), 'export const render = () => undefined')
  server = await startTestServer(
    { PUBLIC_URL: origin, SECRET: 'thirty-two characters, at the least' },
    { webFolder },
  )
  pages = await makePages()
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

/** One page of each kind, with every fact that its head can name. */
async function makePages() {
  const { db, files } = server
  const png = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#1030b0' } })
    .png()
    .toBuffer()
  const picture = await decodeLogo(png)
  await storeLogo(files, picture)
  const { designer_id, slug } = await createDesigner(db, {
    company: 'Ferro & "Lima"',
    company_description: 'Marks <and> letters.',
    city: 'Oslo',
    country: 'NO',
    instagram: 'https://www.instagram.com/ferro',
  })
  const { logo_id } = await createLogo(db, {
    designer_id,
    title: 'Jetty & Sons',
    designer: 'Ada Lindqvist',
    description: 'For a shipyard.',
    image: picture.image,
    ground: picture.ground,
    side: 640,
  })
  const { collection_id } = await db
    .insertInto('collection')
    .values({ designer_id, name: 'Blues', description: 'Only blue ones.' })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('collection_logo').values({ collection_id, logo_id }).execute()
  await db
    .insertInto('book')
    .values({
      series: 'book',
      number: 31,
      state: 'published',
      authors: 'The jury',
      pages: 240,
      published_on: '2026-11-01',
      blurb: 'A year of logos.',
    })
    .execute()
  return {
    wall: '/',
    logo: `/logo/${logo_id}`,
    profile: `/designers/${slug}`,
    collection: `/collection/${collection_id}`,
    book: '/books/book-31',
  }
}

const open = async (path: string) => {
  const { body } = await server.visit().send({ method: 'GET', url: path })
  return readHead(body, origin + path)
}
const typesOf = (jsonLd: unknown) => (jsonLd as { '@type': string }[]).map(fact => fact['@type'])

test.each([
  ['wall', ['WebSite']],
  ['logo', ['ImageObject', 'BreadcrumbList']],
  ['profile', ['Organization', 'BreadcrumbList']],
  ['collection', ['CollectionPage', 'BreadcrumbList']],
  ['book', ['Book', 'BreadcrumbList']],
] as const)('the facts for search engines on a %s are valid by schema.org', async (kind, types) => {
  const { jsonld = [] } = await open(pages[kind])
  expect(typesOf(jsonld)).toEqual(types)
  expect(await findFaults(jsonld as object[])).toEqual([])
})

test('the validator finds a type, a property and a missing fact that are wrong', async () => {
  const context = { '@context': 'https://schema.org' }
  const faults = await findFaults([
    { ...context, '@type': 'Logotype', name: 'Owl' },
    { ...context, '@type': 'Book', name: 'Owls', pageCount: 9 },
    { ...context, '@type': 'Organization', url: origin },
  ])
  expect(faults).toEqual([
    expect.stringContaining('Type "Logotype" is not a valid schema.org type'),
    expect.stringContaining('Property "pageCount" for type "Book"'),
    expect.stringContaining('"name" is missing'),
  ])
})

test.each(['logo', 'profile', 'collection', 'book'] as const)(
  'a link preview of a %s has the tags that Open Graph requires, and a picture of the size it names',
  async kind => {
    const { rdfa = [], twitter, html } = await open(pages[kind])
    const [graph] = rdfa as Record<string, [string]>[]
    expect(Object.keys(graph!)).toEqual(
      expect.arrayContaining(['og:title', 'og:type', 'og:image', 'og:url', 'og:description', 'og:site_name']),
    )
    expect([graph!['og:url']![0], html?.canonical]).toEqual([origin + pages[kind], origin + pages[kind]])
    expect(graph!['og:image:alt']![0]).toMatch(/\S/)
    expect(twitter).toEqual({ card: 'summary_large_image' })
    const { pathname } = new URL(graph!['og:image']![0])
    const card = await server.visit().send({ method: 'GET', url: pathname })
    expect(card.statusCode).toBe(200)
    const { format, width, height } = await sharp(card.rawPayload).metadata()
    expect([format, width, height].map(String)).toEqual([
      graph!['og:image:type']![0].replace('image/', ''),
      graph!['og:image:width']![0],
      graph!['og:image:height']![0],
    ])
  },
)

test('a program finds the feeds of a page and the embedding of a logo by their links, and both answer', async () => {
  const linksOf = async (path: string) =>
    ((await open(path)).alternate ?? []).map(({ type, href }) => [type, href.replace(origin, '')] as const)
  for (const kind of ['wall', 'profile', 'collection'] as const) {
    const links = await linksOf(pages[kind])
    expect(links.map(([type]) => type)).toEqual(['application/atom+xml', 'application/feed+json'])
    for (const [type, url] of links) {
      const { statusCode, headers } = await server.visit().send({ method: 'GET', url })
      expect([url, statusCode, headers['content-type']]).toEqual([url, 200, `${type}; charset=utf-8`])
    }
  }
  const [[type, url] = []] = await linksOf(pages.logo)
  expect(type).toBe('application/json+oembed')
  const photo = (await server.visit().send({ method: 'GET', url: url! })).json()
  // What oEmbed 1.0 requires of a photo.
  expect(photo).toMatchObject({
    version: '1.0',
    type: 'photo',
    title: 'Jetty & Sons',
    width: 640,
    height: 640,
  })
  const picture = await server.visit().send({ method: 'GET', url: new URL(photo.url).pathname })
  const { width, height } = await sharp(picture.rawPayload).metadata()
  expect([photo.width, photo.height]).toEqual([width, height])
})
