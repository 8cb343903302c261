import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../../../scripts/build-web.ts'
import * as api from '../../../shared/api.ts'
import type { FirstScreenPage } from '../../../shared/first-screen.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, startTestServer, type TestServer } from '../../../tests/server.ts'
import { connect } from '../../db/connect.ts'
import { replaceAtlas } from '../sixteen/queries.ts'
import { withFirstScreen } from './answer-first-screen.ts'

const shell =
  '<!doctype html><html><head><title>Colophon</title></head><body><div id="root"></div></body></html>'
const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_libraries.js'] },
  '_libraries.js': { file: 'assets/libraries.js' },
  'routes.tsx': { file: 'assets/routes.js', imports: ['index.html'] },
  'pages/LogoPage.tsx': { file: 'assets/LogoPage.js', imports: ['index.html', '_View.js'] },
  '_View.js': { file: 'assets/View.js', css: ['assets/View.css'], imports: ['_libraries.js'] },
}

let server: TestServer
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'colophon-web-'))
  await mkdir(join(webFolder, '.vite'))
  await writeFile(join(webFolder, 'index.html'), shell)
  await writeFile(join(webFolder, '.vite/manifest.json'), JSON.stringify(manifest))
  await copyFile(join(await buildWeb(), '.vite/first-screen.js'), join(webFolder, '.vite/first-screen.js'))
  server = await startTestServer({}, { webFolder })
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

/** Requests the page as a browser does for a navigation. */
const open = (client: Client, url: string, headers: Record<string, string> = {}) =>
  client.send({ method: 'GET', url, headers: { 'sec-fetch-dest': 'document', ...headers } })

/** The answers embedded in a page, by the URL of the call; undefined if there are none. */
function answersIn(page: string): Record<string, unknown> | undefined {
  const [, json] = /<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(page) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}

test('a page includes the same answers its first calls would get, for each kind of viewer', async () => {
  const [reader, author] = [await createDesigner(server.db), await createDesigner(server.db)]
  const liked = await createLogo(server.db, { designer_id: author.designer_id })
  const member = await server.signIn(reader)
  await member.call(api.logos.like, { logo_id: liked.logo_id, state: 1 })
  await member.call(api.designers.follow, { designer_id: author.designer_id, state: 1 })

  for (const client of [member, server.visit()]) {
    const profile = await client.call(api.designers.findProfile, { folder_url: author.slug })
    const session = { '/api/auth/check': await client.call(api.auth.check, {}) }
    const fresh = await client.call(api.logos.fresh, { page: 1 })
    expect(answersIn((await open(client, '/')).body)).toEqual({
      ...session,
      '/api/logos/fresh?page=1': fresh,
    })
    expect(fresh.data[0]).toMatchObject({
      is_liked: client === member ? 1 : 0,
      is_followed: client === member ? 1 : 0,
    })
    expect(answersIn((await open(client, `/designers/${author.slug}?tab=about`)).body)).toEqual({
      ...session,
      [`/api/designers/profile?folder_url=${author.slug}`]: profile,
    })
  }
  const folder_url = author.slug
  expect(answersIn((await open(member, `/designers/${author.slug}`)).body)).toMatchObject({
    [`/api/logos?folder_url=${folder_url}&page=1`]: await member.call(api.logos.find, {
      folder_url,
      page: 1,
    }),
  })
  expect(answersIn((await open(member, '/designers')).body)).toHaveProperty([
    `/api/designers/profile?folder_url=${reader.slug}`,
  ])
})

test('a call that would be refused is left out, and the page does not mention it', async () => {
  const visitor = server.visit()
  const { slug } = await createDesigner(server.db)
  const { logo_id } = await createLogo(server.db)
  for (const url of [
    '/fresh/4',
    '/logo/2000000000',
    '/logo/x',
    '/designers/nobody',
    '/designers/%00',
    // Paths below a profile or a logo are other pages, or unknown.
    `/designers/${slug}/book-12`,
    `/logo/${logo_id}/x`,
    '/contact',
  ])
    expect([url, Object.keys(answersIn((await open(visitor, url)).body) ?? {})]).toEqual([
      url,
      ['/api/auth/check'],
    ])
  const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
  expect((await open(lapsed, '/')).body).toContain('<div id="root"></div>')
  expect(Object.keys(answersIn((await open(lapsed, `/designers/${slug}`)).body)!)).toEqual([
    '/api/auth/check',
    `/api/designers/profile?folder_url=${slug}`,
  ])
})

test('embedded text cannot end the script, begin a comment, or break a line', async () => {
  const title = 'A</script><script>alert(1)</script><!--<script>\u2028\u2029$&'
  const { logo_id } = await createLogo(server.db, { title })
  const { body } = await open(server.visit(), `/logo/${logo_id}`)
  // The site's words, the answers, and two of facts for search engines.
  expect(body.match(/<script/g)).toHaveLength(4)
  expect(body.slice(body.indexOf('<script type="application/json" id="answers"'))).not.toMatch(
    /<!--|\u2028|\u2029/,
  )
  expect(answersIn(body)).toMatchObject({ [`/api/logos?logo_id=${logo_id}`]: { data: [{ logo: title }] } })
})

test('Sixteen is shown as the squares of its first atlas, with a hole for a logo of a blocked member', async () => {
  const [reader, author] = [await createDesigner(server.db), await createDesigner(server.db)]
  const logos = [author, reader, reader, reader].map(({ designer_id }) =>
    createLogo(server.db, { designer_id }),
  )
  const squares = (await Promise.all(logos)).map(({ logo_id }, place) => ({
    logo_id,
    picture: 'a'.repeat(32),
    place,
  }))
  const [image, next] = ['b'.repeat(32), 'c'.repeat(32)]
  const pictures = { small: Buffer.alloc(1), large: Buffer.alloc(1) }
  await server.db.transaction().execute(trx =>
    replaceAtlas(trx, undefined, [
      { image, ...pictures, squares: squares.slice(0, 3) },
      { image: next, ...pictures, squares: squares.slice(3) },
    ]),
  )
  const count = async (client: Client, url = '/sixteen') => {
    const { body } = await open(client, url)
    return [body.split(`<img class=`).length - 1, body.split('<span class="_square').length - 1]
  }
  const member = await server.signIn(reader)
  const { body } = await open(member, '/sixteen')
  expect(body).toContain('aria-label="3 of 4 logos, sorted by ground"')
  expect(body).toContain(`srcSet="/images/sixteen/${image}-1.webp 1x, /images/sixteen/${image}-2.webp 2x"`)
  // The second one is fetched with the code, and not before.
  expect(body).toContain(`<template data-early=""><img src="/images/sixteen/${next}-1.webp"`)
  expect(body.split(`/${next}-2.webp`)).toHaveLength(2)
  expect(await count(member)).toEqual([3, 0])
  await member.call(api.designers.block, { designer_id: author.designer_id, state: 1 })
  expect(await count(member)).toEqual([2, 1])
  expect(await count(server.visit())).toEqual([3, 0])
  // Another order is asked for by the page's code.
  expect(await count(member, '/sixteen?sort=year')).toEqual([0, 0])
})

test('a large answer of Sixteen is fetched with the code, after the first atlas; without a first screen, and on another page, it stays in the page', () => {
  const answers: [string, string][] = [
    ['/api/auth/check', '{}'],
    ['/api/sixteen?sort=ground&book="1"', JSON.stringify('a'.repeat(66_000))],
  ]
  const build = { codeTags: () => '<link rel="stylesheet">', render: () => undefined }
  const write = (markup?: string, screen: FirstScreenPage = 'sixteen') =>
    withFirstScreen(shell, { code: [], answers, markup, screen, isShared: true }, build)
  const [avatar, atlas] = ['href="/b.webp"', 'imageSrcSet="/a.webp 1x" fetchPriority="high"'].map(
    of => `<link rel="preload" as="image" ${of}/>`,
  )
  const drawn = write(`${avatar}${atlas}<main></main>`)
  expect(Object.keys(answersIn(drawn)!)).toEqual(['/api/auth/check'])
  expect(drawn).toContain(
    '<template data-early><link rel="preload" as="fetch" crossorigin href="/api/sixteen?sort=ground&#38;book=&#34;1&#34;"></template>',
  )
  expect(Object.keys(answersIn(write())!)).toHaveLength(2)
  expect(Object.keys(answersIn(write('<main></main>', 'explore'))!)).toHaveLength(2)
  // The first atlas gets a connection before the page's styles.
  expect(drawn).toContain(`${atlas}<link rel="stylesheet"></head>`)
  expect(drawn).toContain(`<div id="root">${avatar}<main></main></div>`)
})

test('Sixteen’s page leaves out the preload of the font, which would share a phone’s connection with its first atlas; other pages keep it', () => {
  const font = '<link rel="preload" href="/f.woff2" as="font" crossorigin />'
  const page = shell.replace('</head>', `${font}</head>`)
  const build = { codeTags: () => '', render: () => undefined }
  const write = (screen: FirstScreenPage) =>
    withFirstScreen(page, { code: [], answers: [], markup: '<main></main>', screen, isShared: true }, build)
  expect(write('sixteen')).not.toContain(font)
  expect(write('explore')).toContain(font)
})

test('pages are not kept by shared caches, and members’ pages by no cache', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  expect((await open(member, '/')).headers['cache-control']).toBe('no-store')
  expect((await open(server.visit(), '/')).headers['cache-control']).toBe('private, no-cache')
})

test('opening a logo’s page counts a view; a link preview or prefetch counts none and embeds nothing', async () => {
  const { logo_id } = await createLogo(server.db)
  const views = async () =>
    (await server.db.selectFrom('logo').select('view_ct').where('logo_id', '=', logo_id).executeTakeFirst())
      ?.view_ct
  const url = `/logo/${logo_id}`
  const visitor = server.visit()
  for (const answer of [
    await visitor.send({ method: 'GET', url }),
    await open(visitor, url, { 'sec-purpose': 'prefetch' }),
    await visitor.send({ method: 'HEAD', url, headers: { 'sec-fetch-dest': 'document' } }),
  ]) {
    expect([answer.statusCode, answersIn(answer.body)]).toEqual([200, undefined])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  }
  expect(await views()).toBe(0)
  await open(visitor, url)
  expect(await views()).toBe(1)
})

test('opening pages extends a session', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  server.clock.aheadMs += 10 * 60_000
  const { cookies } = await open(member, '/')
  server.clock.aheadMs = 0
  expect(cookies.find(({ name }) => name === 'session')?.maxAge).toBe(30 * 86_400)
})

test('a page whose answers fail is still sent', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  const failing = async (table: string) => {
    await sql`alter table ${sql.table(table)} rename to gone`.execute(server.db)
    try {
      return await open(member, '/')
    } finally {
      await sql`alter table gone rename to ${sql.table(table)}`.execute(server.db)
    }
  }
  const withoutLogos = await failing('logo')
  expect([withoutLogos.statusCode, Object.keys(answersIn(withoutLogos.body)!)]).toEqual([
    200,
    ['/api/auth/check'],
  ])
  const withoutSession = await failing('session')
  expect([withoutSession.statusCode, answersIn(withoutSession.body)]).toEqual([200, undefined])
})

test('a page does not wait for a database that hangs, and drops answers that come too late', async () => {
  const impatient = await startTestServer(
    {},
    { webFolder, databaseUrl: server.databaseUrl, pagePatienceMs: 1000 },
  )
  const member = await impatient.signIn(await createDesigner(server.db))
  const { logo_id } = await createLogo(server.db)
  impatient.clock.aheadMs += 10 * 60_000
  const { db: other, close } = connect(server.databaseUrl, { max: 1 })
  await other.transaction().execute(async trx => {
    await sql`lock table session, logo in access exclusive mode`.execute(trx)
    const started = performance.now()
    const page = await open(member, `/logo/${logo_id}`)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect([page.statusCode, answersIn(page.body), page.cookies]).toEqual([200, undefined, []])
    expect(page.headers['cache-control']).toBe('private, no-cache')
  })
  await close()
  // The failed answer works now, and the page requests it.
  expect((await member.call(api.logos.find, { logo_id })).data).toHaveLength(1)
  await impatient.close()
  const patient = await server.signIn(await createDesigner(server.db))
  expect((await open(patient, `/logo/${logo_id}`)).body).toContain('<title>Plain mark')
})

test('a page preloads its own code and its first pictures, and each only once', async () => {
  const designer = await createDesigner(server.db)
  const logos = []
  for (let i = 0; i < 7; i++)
    logos.push(await createLogo(server.db, { designer_id: designer.designer_id, image: `${i}`.repeat(32) }))
  const visitor = server.visit()
  const logo = (await open(visitor, `/logo/${logos[0]!.logo_id}`)).body
  const codeOf = (page: string) =>
    [...page.matchAll(/(?:rel="modulepreload"|rel="stylesheet") crossorigin href="([^"]+)"/g)].map(m => m[1])
  expect(codeOf(logo)).toEqual([
    '/assets/View.css',
    '/assets/routes.js',
    '/assets/LogoPage.js',
    '/assets/View.js',
  ])
  expect(picturesIn(logo)).toEqual(['first 0'])
  const wall = (await open(visitor, '/')).body
  expect(picturesIn(wall)).toEqual(['first 6', 'first 5', 'soon 4', 'soon 3', 'soon 2', 'soon 1'])
  expect(codeOf(wall)).toEqual([])
  // A page whose own file the server does not know.
  expect(codeOf((await open(visitor, '/books')).body)).toEqual(['/assets/routes.js'])
})

/** The pictures of the server-drawn page, with their fetch priority. */
const picturesIn = (page: string) =>
  [...page.matchAll(/<img [^>]*src="\/images\/(.)\w{31}-\d+.webp"[^>]*>/g)].map(([tag, name]) => {
    return `${/fetchpriority="high"/i.test(tag) ? 'first' : 'soon'} ${name}`
  })

test('the server-drawn first screen escapes every text', async () => {
  const text = '<img src=x onerror=alert(1)>"\'&'
  const designer = await createDesigner(server.db, { company: text, city: text, url: `rook.studio/${text}` })
  const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id, title: text })
  const reader = await server.signIn(await createDesigner(server.db))
  const shown = '&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;'
  for (const client of [server.visit(), reader])
    for (const [url, times] of [
      ['/', 2],
      [`/logo/${logo_id}`, 2],
      [`/designers/${designer.slug}`, 4],
    ] as const) {
      const [, frame = ''] =
        /<div id="root">(.*)<\/div><script type="application/s.exec((await open(client, url)).body) ?? []
      expect(frame).toContain('<main ')
      expect(frame).not.toContain('<img src=x')
      expect([url, frame.split(shown).length > times]).toEqual([url, true])
    }
})

test('links on a server-drawn profile work before its code has run', async () => {
  const designer = await createDesigner(server.db, { url: 'www.rook.studio/' })
  await createLogo(server.db, { designer_id: designer.designer_id })
  const [site, join, edit] = ['http://www.rook.studio/', '/join', '/account/edit-profile']
  const linksOf = async (client: Parameters<typeof open>[0]) => {
    const { body } = await open(client, `/designers/${designer.slug}`)
    const [frame = ''] = /<div id="root">.*<script type="application/s.exec(body) ?? []
    return [site, join, edit].filter(to => frame.includes(` href="${to}"`))
  }
  expect(await linksOf(server.visit())).toEqual([site, join])
  expect(await linksOf(await server.signIn(designer))).toEqual([site, edit])
  expect(await linksOf(await server.signIn(await createDesigner(server.db)))).toEqual([site])
})
