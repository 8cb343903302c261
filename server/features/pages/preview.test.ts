import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blindTiles } from '../../../shared/rules/blind.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { drawChanges } from '../../jobs/draw-atlases.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'

const shell = `<!doctype html><html><head><title>Colophon</title><meta name="description" content="A gallery." />
<script>document.title</script></head><body><noscript>Colophon needs JavaScript.</noscript></body></html>`

let server: TestServer
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'colophon-web-'))
  await writeFile(join(webFolder, 'index.html'), shell)
  await mkdir(join(webFolder, '.vite'))
  await writeFile(join(webFolder, '.vite/manifest.json'), '{}')
  await writeFile(join(webFolder, '.vite/first-screen.js'), 'export const render = () => undefined')
  server = await startTestServer(
    {
      PUBLIC_URL: 'https://colophon.example',
      SECRET: 'thirty-two characters, at the least',
      BOOKS_URL: 'https://shop.example/?a=1&b={book}',
    },
    { webFolder },
  )
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

const open = (url: string) => server.visit().send({ method: 'GET', url })

test('a logo’s link preview shows title, credit and picture, escaped', async () => {
  const owner = await createDesigner(server.db, { company: 'Ferro & "Lima"' })
  const { logo_id } = await createLogo(server.db, {
    designer_id: owner.designer_id,
    title: '</title><script>alert(1)</script>',
    client: 'Fernhill',
    image: 'a'.repeat(32),
  })
  for (const url of [
    `/logo/${logo_id}`,
    `/?logo_id=${logo_id}`,
    `/designers/${owner.slug}?tab=logos&logo_id=${logo_id}`,
  ]) {
    const { statusCode, body, headers } = await open(url)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<title>&#60;/title&#62;')
    expect(body).toContain('content="by Ferro &#38; &#34;Lima&#34;, for Fernhill"')
    expect(body).toMatch(
      new RegExp(
        `property="og:image" content="https://colophon.example/images/cards/logo-${logo_id}-[0-9a-f]{32}-1200x630.jpg"`,
      ),
    )
    expect(body).toContain('property="og:image:width" content="1200"')
    expect(body).toContain('property="og:image:height" content="630"')
    expect(body).toContain('property="og:image:type" content="image/jpeg"')
    expect(body).toContain(
      'property="og:image:alt" content="&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62; was drawn by Ferro &#38; &#34;Lima&#34; for Fernhill."',
    )
    expect(body).toContain('property="twitter:card" content="summary_large_image"')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  }
})

test('the link previews of a profile, an award and a public collection show theirs', async () => {
  const { db } = server
  const owner = await createDesigner(db, { company: 'Halftone', company_description: 'Marks.' })
  const { logo_id } = await createLogo(db, { designer_id: owner.designer_id })
  const book = { series: 'book', number: 12, state: 'published' } as const
  const { book_id } = await db.insertInto('book').values(book).returning('book_id').executeTakeFirstOrThrow()
  await db.insertInto('award').values({ book_id, logo_id }).execute()
  const shelf = { designer_id: owner.designer_id, name: 'Reds' }
  const { collection_id } = await db
    .insertInto('collection')
    .values(shelf)
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  expect((await open(`/designers/${owner.slug}`)).body).toContain('<title>Halftone · Colophon</title>')
  const award = (await open(`/award/${owner.slug}/book-12`)).body
  expect(award).toContain('<title>Colophon Book 12 · Colophon</title>')
  expect(award).toContain('1 Award for Halftone')
  expect((await open(`/collection/${collection_id}`)).body).toContain('0 logos, collected by Halftone')
  for (const [url, card] of [
    [`/designers/${owner.slug}`, `designer-${owner.designer_id}`],
    [`/collection/${collection_id}`, `collection-${collection_id}`],
    ['/books/book-12', 'book-book-12'],
  ])
    expect((await open(url!)).body).toMatch(
      new RegExp(
        `property="og:image" content="https://colophon.example/images/cards/${card}-[0-9a-f]{32}-1200x630.jpg"`,
      ),
    )
  expect(award).toContain('property="twitter:card" content="summary"')
})

test('Sixteen’s and Blind’s link previews show their cards, also to readers without JavaScript', async () => {
  const { db } = server
  const image = (page: string) => `/images/cards/page-${page}-[0-9a-f]{32}-1200x630.jpg`
  const png = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const picture = await decodeLogo(png)
  await storeLogo(server.files, picture)
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 31, state: 'published' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < blindTiles; n++) {
    const { logo_id } = await createLogo(db, { image: picture.image, ground: picture.ground })
    await db.insertInto('award').values({ book_id, logo_id }).execute()
  }
  while (await drawChanges(server.services));
  for (const [page, alt] of [
    ['sixteen', '\\d+ logos at sixteen pixels: sorted by ground'],
    ['blind', 'Keep five. Blind'],
  ] as const) {
    const { body } = await open(`/${page}`)
    const address = `https://colophon.example${image(page)}`
    expect(body).toMatch(new RegExp(`property="og:image" content="${address}"`))
    expect(body).toMatch(new RegExp(`<noscript>[^<]+<p><img src="${image(page)}" alt="${alt}"`))
  }
})

const jsonLdIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(match =>
    JSON.parse(match[1]!),
  )

test('a logo’s page tells search engines who made it, how to credit it and where it stands', async () => {
  const owner = await createDesigner(server.db, { company: 'Halftone & Co' })
  const { logo_id } = await createLogo(server.db, {
    designer_id: owner.designer_id,
    title: '</script><b>',
    designer: 'Ada Lindqvist',
    upload_date: new Date('2025-03-01T12:00:00Z'),
  })
  const { body } = await open(`/?logo_id=${logo_id}`)
  const page = `https://colophon.example/logo/${logo_id}`
  expect(body).toContain(`<link rel="canonical" href="${page}" />`)
  expect(body).toContain(`href="/api/oembed?url=${encodeURIComponent(page)}"`)
  const [picture, way] = jsonLdIn(body)
  expect(picture).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    name: '</script><b>',
    creator: { '@type': 'Person', name: 'Ada Lindqvist' },
    creditText: 'Ada Lindqvist, Halftone & Co',
    copyrightNotice: '© 2025 Halftone & Co',
    license: 'https://colophon.example/terms',
    acquireLicensePage: `https://colophon.example/designers/${owner.slug}`,
  })
  expect(way.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    'https://colophon.example/',
    `https://colophon.example/designers/${owner.slug}`,
    page,
  ])
})

test('a profile announces its feed and says what the studio is; a query is no part of its canonical address', async () => {
  const owner = await createDesigner(server.db, {
    company: 'Feed House',
    city: 'Oslo',
    country: 'NO',
    instagram: 'https://www.instagram.com/feedhouse',
  })
  const { body } = await open(`/designers/${owner.slug}?tab=collections&token=secret`)
  const page = `https://colophon.example/designers/${owner.slug}`
  expect(body).toContain(`<link rel="canonical" href="${page}" />`)
  expect(body).not.toContain('secret')
  for (const [type, ending] of [
    ['atom+xml', 'atom'],
    ['feed+json', 'json'],
  ])
    expect(body).toContain(
      `<link rel="alternate" type="application/${type}" title="Feed House · Colophon" href="/designers/${owner.slug}.${ending}" />`,
    )
  expect(jsonLdIn(body)[0]).toMatchObject({
    '@type': 'Organization',
    address: { addressLocality: 'Oslo', addressCountry: 'NO' },
    sameAs: ['https://www.instagram.com/feedhouse'],
  })
})

test('every page and picture reserves the rights to text and data mining', async () => {
  for (const url of ['/', '/about', '/api/logos/fresh?page=1&page_size=1'])
    expect((await open(url)).headers['tdm-reservation']).toBe('1')
  expect((await open('/about')).body).toContain('<meta name="robots" content="noai, noimageai" />')
  expect(JSON.parse((await open('/.well-known/tdmrep.json')).body)).toEqual([
    { location: '/', 'tdm-reservation': 1, 'tdm-policy': 'https://colophon.example/terms' },
  ])
})

test('the pages of a designer who allows training reserve nothing, and others’ logos beside them stay reserved', async () => {
  const owner = await createDesigner(server.db, { training: true })
  const other = await createDesigner(server.db)
  const own = await createLogo(server.db, { designer_id: owner.designer_id })
  const reserved = await createLogo(server.db, { designer_id: other.designer_id })
  const told = async (url: string) => {
    const { body, headers } = await open(url)
    expect(body.includes('noai, noimageai')).toBe(headers['tdm-reservation'] === '1')
    expect(body.includes('<meta name="tdm-reservation" content="0" />')).toBe(
      headers['tdm-reservation'] === '0',
    )
    return headers['tdm-reservation']
  }
  for (const url of [
    `/logo/${own.logo_id}`,
    `/designers/${owner.slug}`,
    `/designers/${owner.slug}?tab=logos`,
  ])
    expect([url, await told(url)]).toEqual([url, '0'])
  for (const url of [
    `/?logo_id=${own.logo_id}`,
    `/designers/${owner.slug}?tab=likes`,
    `/designers/${owner.slug}?logo_id=${reserved.logo_id}`,
    `/logo/${reserved.logo_id}`,
    `/designers/${other.slug}`,
  ])
    expect([url, await told(url)]).toEqual([url, '1'])
  const factsOf = async (id: number) => jsonLdIn((await open(`/logo/${id}`)).body)[0]
  expect(await factsOf(own.logo_id)).not.toHaveProperty('conditionsOfAccess')
  expect(await factsOf(reserved.logo_id)).toMatchObject({
    conditionsOfAccess: expect.stringContaining('Not for training'),
    usageInfo: 'https://colophon.example/terms',
  })
})

test('a missing page has no canonical address', async () => {
  expect((await open('/logo/2000000000')).body).not.toContain('rel="canonical"')
})

test('an unknown path is 404', async () => {
  const owner = await createDesigner(server.db)
  for (const url of [
    '/logo/2000000000',
    '/logo/x',
    '/designers/nobody',
    `/award/${owner.slug}/book-99`,
    '/news/nothing',
  ]) {
    const { statusCode, body } = await open(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('<title>Colophon</title>')
  }
})

test('the page of a client link tells no other site and no search engine, and is stored nowhere', async () => {
  expect((await open('/client/some-token')).headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
})

test('a private collection looks like an unknown one to others', async () => {
  const { db } = server
  const owner = await createDesigner(db)
  const secret = { designer_id: owner.designer_id, name: 'Confidential', is_public: false }
  const { collection_id } = await db
    .insertInto('collection')
    .values(secret)
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  const [hidden, absent] = [await open(`/collection/${collection_id}`), await open('/collection/999999')]
  expect([hidden.statusCode, absent.statusCode]).toEqual([200, 200])
  expect(hidden.body.replaceAll(String(collection_id), '999999')).toBe(absent.body)
})

test('every other path is the application’s page; a missing asset is 404', async () => {
  expect((await open('/submit')).body).toContain('content="A gallery."')
  expect((await open('/assets/gone.js')).statusCode).toBe(404)
})

test('every page includes the book shops', async () => {
  for (const url of ['/', '/books', '/logo/999999999'])
    expect((await open(url)).body).toContain(
      '<meta name="books-url" content="https://shop.example/?a=1&#38;b={book}" />',
    )
})
