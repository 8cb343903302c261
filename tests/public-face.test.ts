import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendNextMessage } from '../server/features/webhooks/send-message.ts'
import { drawChanges } from '../server/jobs/draw-atlases.ts'
import * as api from '../shared/api.ts'
import { createDesigner } from './factories.ts'
import { type Client, startTestServer, type TestServer } from './server.ts'

// Everything that a stranger or a program can read, with a private, a hidden and a blocked thing. The lists of the contract
// are in hidden.test.ts; here are the surfaces beside them, and what is asked with filters.

const shell = '<!doctype html><html><head><title>Colophon</title></head><body></body></html>'

let server: TestServer
let webFolder: string
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'colophon-web-'))
  await writeFile(join(webFolder, 'index.html'), shell)
  await mkdir(join(webFolder, '.vite'))
  await writeFile(join(webFolder, '.vite/manifest.json'), '{}')
  await writeFile(join(webFolder, '.vite/first-screen.js'), 'export const render = () => undefined')
  server = await startTestServer({}, { webFolder })
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

/** A picture of two colours on white, which no other test has. */
async function drawPicture(bars: number) {
  const bar = async (background: string) =>
    sharp({ create: { width: 160, height: 24, channels: 3, background } })
      .png()
      .toBuffer()
  const [red, blue] = [await bar('#c2185b'), await bar('#0d47a1')]
  const file = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ffffff' } })
    .composite(
      Array.from({ length: bars }, (_, i) => ({ input: i % 2 ? blue : red, left: 120, top: 60 + i * 48 })),
    )
    .png()
    .toBuffer()
  return file.toString('base64')
}

/** `word`: a keyword of its logos alone. */
async function makeScene(word: string) {
  const owner = await createDesigner(server.db, { company: 'Walk & Sons' })
  const curator = await createDesigner(server.db, { company: 'Curator' })
  const reader = await createDesigner(server.db)
  const [ownerClient, curatorClient, readerClient] = await Promise.all(
    [owner, curator, reader].map(designer => server.signIn(designer)),
  )
  const submit = async (client: Client, logo: string, bars: number) =>
    client.call(api.logos.submit, {
      logo,
      logotype: 'Symbol',
      keywords: word,
      file_base64: await drawPicture(bars),
    })
  await readerClient!.call(api.searches.save, { name: 'Walks', query: `search_text=${word}` })
  const shown = await submit(curatorClient!, 'Staymark', 4)
  const logo = await submit(ownerClient!, 'Walkmark', 5)
  const collect = async (name: string, is_public: '0' | '1') => {
    const { light_box_id } = await curatorClient!.call(api.collections.create, { name, is_public })
    for (const { logo_id } of [shown, logo])
      await curatorClient!.call(api.collections.save, { collection_id: light_box_id, logo_id, state: 1 })
    return light_box_id
  }
  const shelf = await collect('Walkshelf', '1')
  const secret = await collect('Walksecret', '0')
  const { token } = await readerClient!.call(api.tokens.create, { name: 'Walker', scope: 'read' })
  while (await drawChanges(server));
  return { word, owner, curator, reader, readerClient: readerClient!, logo, shown, shelf, secret, token }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

/** Addresses of everything public that could name the scene, for visitors and for a program with a token. */
async function listAddresses({ word, owner, curator, logo, shown, shelf, secret }: Scene) {
  const read = (url: string) => server.visit().send({ method: 'GET', url })
  const { body: index } = await read('/sitemap.xml')
  const sitemaps = [...index.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map(([, path]) => path!)
  const { body: page } = await read(`/logo/${shown.logo_id}`)
  const origin = new URL(/rel="canonical" href="([^"]+)"/.exec(page)![1]!).origin
  const { atlases } = await server.visit().call(api.sixteen.find, {})
  return [
    `/logo/${logo.logo_id}`,
    `/?logo_id=${logo.logo_id}`,
    `/logo/${logo.logo_id}/plate`,
    `/designers/${owner.slug}`,
    `/designers/${curator.slug}?tab=collections`,
    ...[shelf, secret].flatMap(id => [
      `/collection/${id}`,
      `/collection/${id}.atom`,
      `/collection/${id}.json`,
    ]),
    ...['/fresh', `/designers/${owner.slug}`, `/designers/${curator.slug}`].flatMap(path => [
      `${path}.atom`,
      `${path}.json`,
    ]),
    ...sitemaps,
    `/api/oembed?url=${encodeURIComponent(`${origin}/logo/${logo.logo_id}`)}`,
    `/api/logos?logo_id=${logo.logo_id}`,
    `/api/logos?designer_id=${owner.designer_id}`,
    `/api/logos?search_text=${word}`,
    '/api/logos?color=c2185b&color=0d47a1',
    '/api/logos/fresh',
    `/api/logos/similar?logo_id=${shown.logo_id}`,
    `/api/logos/related?logo_id=${shown.logo_id}`,
    `/api/collections?designer_id=${curator.designer_id}`,
    `/api/collections?logo_id=${shown.logo_id}`,
    ...[shelf, secret].map(id => `/api/collections?collection_id=${id}`),
    ...atlases.map(({ atlas }) => `/api/sixteen/names?atlas=${atlas}`),
  ]
}

/** What a visitor and a program with the reader's token get at each address. */
async function readAll(scene: Scene) {
  const answers = new Map<string, string>()
  for (const url of await listAddresses(scene))
    for (const [who, headers] of [
      ['visitor', {}],
      ['token', { authorization: `Bearer ${scene.token}` }],
    ] as const) {
      const { body } = await server.app.inject({ method: 'GET', url, headers })
      answers.set(`${who} ${url}`, body)
    }
  return answers
}

/** What a stranger gets at the addresses of cards, which change with their facts: 302 leads to the present picture. */
async function readCards({ logo, owner, shelf, secret }: Scene) {
  const statuses: Record<string, number> = {}
  for (const [thing, name] of Object.entries({
    logo: `logo-${logo.logo_id}`,
    owner: `designer-${owner.designer_id}`,
    shelf: `collection-${shelf}`,
    secret: `collection-${secret}`,
  })) {
    const url = `/images/cards/${name}-${'0'.repeat(32)}-1200x630.jpg`
    const { statusCode, headers } = await server.visit().send({ method: 'GET', url })
    statuses[thing] = statusCode
    if (statusCode === 302) expect(headers.location).toContain(`/images/cards/${name}-`)
  }
  return statuses
}

/** The address of the picture that a page gives to links. */
async function cardOn(url: string) {
  const { body } = await server.visit().send({ method: 'GET', url })
  return /property="og:image" content="https?:\/\/[^/]+(\/images\/cards\/[^"]+)"/.exec(body)?.[1]
}

const namesOf = (answers: Map<string, string>, mark: string | RegExp) =>
  [...answers]
    .filter(([, body]) => (typeof mark === 'string' ? body.includes(mark) : mark.test(body)))
    .map(([key]) => key)

test('no public surface names a private collection, a hidden logo or a hidden collection, to a visitor or a program', async () => {
  const scene = await makeScene('walkword')
  const { logo, shelf, secret, readerClient } = scene
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  const hide = (kind: 'logo' | 'collection', id: number) =>
    moderator.call(api.desk.reports.setHidden, { kind, id, state: 1, why: 'Copied' })
  const found = async () => (await readerClient.call(api.searches.list, {})).data[0]!.new_ct
  // Colours and looks are read by the process once it has heard of them.
  const isRead = async (path: string) =>
    namesOf(await readAll(scene), 'Walkmark').some(key => key.includes(path))
  await expect.poll(() => isRead('token /api/logos?color=')).toBe(true)
  await expect.poll(() => isRead('/api/logos/similar')).toBe(true)
  const before = await readAll(scene)
  for (const key of [
    `visitor /logo/${logo.logo_id}`,
    `visitor /?logo_id=${logo.logo_id}`,
    'visitor /fresh.atom',
    'visitor /fresh.json',
    `visitor /designers/${scene.owner.slug}.atom`,
    `visitor /collection/${shelf}.json`,
    'visitor /api/oembed',
    'visitor /api/sixteen/names',
    'token /api/logos?search_text',
    'token /api/sixteen/names',
  ])
    expect([key, namesOf(before, 'Walkmark').some(each => each.startsWith(key))]).toEqual([key, true])
  const inSitemap = (answers: Map<string, string>, path: string) =>
    namesOf(answers, new RegExp(`<loc>[^<]*${path}</loc>`)).length > 0
  expect(inSitemap(before, `/logo/${logo.logo_id}`)).toBe(true)
  expect(inSitemap(before, `/collection/${shelf}`)).toBe(true)
  expect(namesOf(before, 'Walkshelf').length).toBeGreaterThan(4)
  expect(await found()).toBe(2)

  expect(await readCards(scene)).toEqual({ logo: 302, owner: 302, shelf: 302, secret: 404 })
  const cards = [`/logo/${logo.logo_id}`, `/designers/${scene.owner.slug}`, `/collection/${shelf}`]
  const [ofLogo, ofOwner, ofShelf] = await Promise.all(cards.map(cardOn))
  expect((await server.visit().send({ method: 'GET', url: ofLogo! })).statusCode).toBe(200)
  expect(await cardOn(`/collection/${secret}`)).toBeUndefined()

  // Private from the start.
  expect(namesOf(before, 'Walksecret')).toEqual([])
  expect(inSitemap(before, `/collection/${secret}`)).toBe(false)

  await hide('logo', logo.logo_id)
  const withoutLogo = await readAll(scene)
  for (const mark of ['Walkmark', logo.image]) expect([mark, namesOf(withoutLogo, mark)]).toEqual([mark, []])
  expect(inSitemap(withoutLogo, `/logo/${logo.logo_id}`)).toBe(false)
  expect((await server.visit().send({ method: 'GET', url: ofLogo! })).statusCode).toBe(404)
  expect(await readCards(scene)).toEqual({ logo: 404, owner: 302, shelf: 302, secret: 404 })
  const [noLogo, otherOwner, otherShelf] = await Promise.all(cards.map(cardOn))
  expect(noLogo).toBeUndefined()
  expect(otherOwner).not.toBe(ofOwner)
  expect(otherShelf).not.toBe(ofShelf)
  expect(namesOf(withoutLogo, 'Staymark').length).toBeGreaterThan(5)
  expect(await found()).toBe(1)

  await hide('collection', shelf)
  const withoutShelf = await readAll(scene)
  expect(namesOf(withoutShelf, 'Walkshelf')).toEqual([])
  expect((await readCards(scene)).shelf).toBe(404)
  expect(inSitemap(withoutShelf, `/collection/${shelf}`)).toBe(false)
})

test('a program of a member sees nothing of who blocked the member where both would meet', async () => {
  const scene = await makeScene('meetword')
  const meets = async () =>
    namesOf(await readAll(scene), scene.logo.image).filter(key =>
      /^token \/api\/(logos\/(similar|related)|sixteen)/.test(key),
    )
  await expect.poll(async () => (await meets()).some(key => key.includes('/similar'))).toBe(true)
  expect((await meets()).some(key => key.includes('/sixteen/'))).toBe(true)
  const owner = await server.signIn(scene.owner)
  await owner.call(api.designers.block, { designer_id: scene.reader.designer_id, state: 1 })
  expect(await meets()).toEqual([])
})

test('webhooks and statistics tell a designer nothing of a private collection, a hidden logo or collection, or who is blocked', async () => {
  const scene = await makeScene('hookword')
  const { logo, shelf, curator, readerClient } = scene
  const [owner, curatorClient] = await Promise.all([scene.owner, curator].map(each => server.signIn(each)))
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  const hide = (kind: 'logo' | 'collection', id: number) =>
    moderator.call(api.desk.reports.setHidden, { kind, id, state: 1, why: 'Copied' })
  const shelves = async () =>
    (await owner!.call(api.statistics.find, { logo_id: logo.logo_id })).collections.map(({ name }) => name)
  expect(await shelves()).toEqual(['Walkshelf'])
  await hide('collection', shelf)
  expect(await shelves()).toEqual([])

  let received = ''
  const receiver = createServer((request, response) => {
    request.on('data', chunk => (received += chunk))
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = receiver.address() as AddressInfo
    const events = ['logo.liked', 'logo.commented', 'designer.followed'] as const
    await owner!.call(api.webhooks.create, { url: `http://127.0.0.1:${port}/`, events: [...events] })
    const comment = (client: Client, text: string) =>
      client.call(api.logos.addComment, { logo_id: logo.logo_id, comment: text })
    await comment(readerClient, 'Walkcomment')
    await comment(curatorClient!, 'Walkblocked')
    await owner!.call(api.designers.block, { designer_id: curator.designer_id, state: 1 })
    while (await sendNextMessage(server.services));
    expect(received).toContain('Walkcomment')
    await comment(readerClient, 'Walkhidden')
    await hide('logo', logo.logo_id)
    while (await sendNextMessage(server.services));
    for (const mark of ['Walkblocked', 'Walkhidden']) expect(received).not.toContain(mark)
  } finally {
    receiver.close()
  }
})
