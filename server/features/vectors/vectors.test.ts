import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as api from '../../../shared/api.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { unzip } from '../../../tests/unzip.ts'
import { vectorFile } from '../../outside/files.ts'
import { originalName } from '../../outside/images.ts'
import { visitor } from '../../viewer.ts'
import { closeAccount } from '../members/close-account.ts'
import { removeUnused } from '../pictures/remove-pictures.ts'
import { putVector } from './put-vector.ts'

let server: TestServer
let designer: Awaited<ReturnType<typeof createDesigner>>
let owner: Client
let other: Client
let logo_id: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  designer = await createDesigner(server.db)
  owner = await server.signIn(designer)
  other = await server.signIn(await createDesigner(server.db))
  ;({ logo_id } = await createLogo(server.db, { designer_id: designer.designer_id, title: 'Rosa' }))
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const missing = 2_000_000_000
const path = '/api/logos/vector'

type Sent = { id?: number; filename?: string; type?: string }
const put = (
  client: Client,
  body: string | Buffer,
  { id = logo_id, filename = 'Rosa.svg', type = 'application/octet-stream' }: Sent = {},
) =>
  client.send({
    method: 'PUT',
    url: `${path}?${new URLSearchParams({ logo_id: String(id), filename })}`,
    body: Buffer.from(body),
    headers: { 'content-type': type },
  })
const get = (client: Client, id = logo_id) => client.send({ method: 'GET', url: `${path}?logo_id=${id}` })
const remove = (client: Client, id = logo_id) => client.call(api.vectors.remove, { logo_id: id })
const seenBy = async (client: Client) =>
  (await client.call(api.logos.find, { logo_id })).data[0] as { vector?: string | null }
const fileOf = async (id = logo_id) =>
  (await server.db.selectFrom('vector').where('logo_id', '=', id).select('file').executeTakeFirstOrThrow())
    .file
let books = 60
const createPublishedBook = () =>
  server.db
    .insertInto('book')
    .values({ series: 'book', number: ++books, state: 'published', places: 60, published_on: '2026-11-01' })
    .returning(['book_id', 'slug'])
    .executeTakeFirstOrThrow()
const isStored = (file: string) => server.files.has(vectorFile(file))
const clean = () => removeUnused(server, error => expect.unreachable(String(error)))

test('an owner keeps a vector original, gets the same bytes back as a download that no browser shows, and removes it', async () => {
  expect((await seenBy(owner)).vector).toBeNull()
  const kept = await put(owner, svg, { filename: 'C:\\Logos\\Röslein “neu”.svg' })
  expect([kept.statusCode, kept.json()]).toEqual([
    200,
    { logo_id, filename: 'Röslein “neu”.svg', bytes: svg.length },
  ])
  expect((await seenBy(owner)).vector).toBe('Röslein “neu”.svg')
  const answer = await get(owner)
  expect(answer.body).toBe(svg)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="R_slein _neu_.svg"; filename*=UTF-8''R%C3%B6slein%20%E2%80%9Cneu%E2%80%9D.svg`,
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  const file = await fileOf()
  expect(await remove(owner)).toEqual({ logo_id })
  expect(await isStored(file)).toBe(false)
  expect([(await get(owner)).statusCode, (await refusal(remove(owner))).status]).toEqual([404, 404])
  expect((await seenBy(owner)).vector).toBeNull()
})

test('another member, a visitor and staff get 404 or 401 for it, and nothing tells them that it is there', async () => {
  await put(owner, svg)
  const queued = server.db.selectFrom('unused_picture').select('image').orderBy('image')
  const before = await queued.execute()
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  for (const client of [other, moderator]) {
    expect((await get(client)).statusCode).toBe(404)
    expect((await refusal(remove(client))).status).toBe(404)
    expect('vector' in (await seenBy(client))).toBe(false)
  }
  expect((await put(other, svg)).statusCode).toBe(404)
  expect((await put(owner, svg, { id: missing })).statusCode).toBe(404)
  const visitor = server.visit()
  expect((await get(visitor)).statusCode).toBe(401)
  expect('vector' in (await seenBy(visitor))).toBe(false)
  // A refused file leaves no row.
  expect(await queued.execute()).toEqual(before)
  expect((await get(owner)).body).toBe(svg)
  // Its name in the store is no address.
  for (const url of [`/vectors/${await fileOf()}`, `/images/${await fileOf()}`])
    expect((await owner.send({ method: 'GET', url })).body).not.toContain('<svg')
})

test('the bytes of a file decide what it is, not its name or media type; over 20 MB is refused, and the stored one stays', async () => {
  await put(owner, svg)
  for (const body of [
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
    '<html></html>',
    '',
  ]) {
    const answer = await put(owner, body, { type: 'image/svg+xml' })
    expect([answer.statusCode, answer.json().error]).toEqual([
      415,
      'Please choose an SVG, PDF, EPS or AI file.',
    ])
  }
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000_000)])
  const tooLarge = await put(owner, large)
  expect([tooLarge.statusCode, tooLarge.json().error]).toEqual([413, 'Over 20 MB, it can’t be kept here.'])
  expect((await get(owner)).body).toBe(svg)
  const largest = large.subarray(0, 20_000_000)
  const answer = await put(owner, largest, { filename: 'Rosa.html', type: 'text/html' })
  expect(answer.json()).toEqual({ logo_id, filename: 'Rosa.pdf', bytes: 20_000_000 })
  expect((await get(owner)).rawPayload.equals(largest)).toBe(true)
})

test('a call without the CSRF token is refused; a token that writes needs none, and one that reads may not', async () => {
  const request = {
    method: 'PUT' as const,
    url: `${path}?logo_id=${logo_id}&filename=a.svg`,
    payload: svg,
    headers: { 'content-type': 'image/svg+xml' },
  }
  const refused = await server.app.inject({ ...request, cookies: owner.jar })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'csrf'])
  const statusWith = async (scope: 'read' | 'write') => {
    const { token } = await owner.call(api.tokens.create, { name: scope, scope })
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    return (await server.app.inject({ ...request, headers })).statusCode
  }
  expect([await statusWith('read'), await statusWith('write')]).toEqual([403, 200])
})

test('a file whose process ends before its row is written is removed an hour later, and one that is kept is not', async () => {
  const { put: store } = server.files
  const bytes = Buffer.from(`${svg} `)
  const stored: string[] = []
  server.files.put = async (name, data) => {
    await store(name, data)
    stored.push(name)
    // What the end of the process leaves: the file, and a transaction that is rolled back.
    throw new Error('killed')
  }
  const viewer = { ...visitor, id: designer.designer_id }
  try {
    await expect(putVector(server.services, { logo_id, filename: 'a.svg', bytes }, viewer)).rejects.toThrow(
      'killed',
    )
  } finally {
    server.files.put = store
  }
  await clean()
  expect(await server.files.has(stored[0]!)).toBe(true)
  const letAnHourPass = () =>
    server.db
      .updateTable('unused_picture')
      .set({ since: new Date(Date.now() - 1000) })
      .execute()
  await letAnHourPass()
  await clean()
  expect(await server.files.has(stored[0]!)).toBe(false)

  await put(owner, svg)
  await letAnHourPass()
  await clean()
  expect((await get(owner)).body).toBe(svg)
})

test('another file replaces the one before, the same one again stays, and each logo has its own', async () => {
  const { logo_id: second } = await createLogo(server.db, { designer_id: designer.designer_id })
  await put(owner, svg)
  const first = await fileOf()
  await put(owner, svg, { filename: 'Other.svg' })
  await clean()
  expect([await fileOf(), (await seenBy(owner)).vector, await isStored(first)]).toEqual([
    first,
    'Other.svg',
    true,
  ])
  await put(owner, svg, { id: second })
  expect(await fileOf(second)).not.toBe(first)
  await put(owner, '%!PS-Adobe-3.0 EPSF-3.0\n', { filename: 'Rosa.eps' })
  expect([(await seenBy(owner)).vector, await isStored(first)]).toEqual(['Rosa.eps', false])
  expect((await get(owner, second)).body).toBe(svg)
  // Back to the first within the same minute: what waited to be removed is used again.
  await put(owner, svg)
  await clean()
  expect((await get(owner)).body).toBe(svg)
})

test('the file goes with its logo, and with the account, also of a logo that stays in a book', async () => {
  const image = 'a3'.repeat(16)
  // With no picture of any logo the store would be taken for one whose disk is not mounted.
  await server.files.put(originalName(image), Buffer.from('a picture'))
  const { logo_id: awarded } = await createLogo(server.db, { designer_id: designer.designer_id, image })
  const { book_id } = await createPublishedBook()
  await server.db.insertInto('award').values({ book_id, logo_id: awarded }).execute()
  for (const id of [logo_id, awarded]) await put(owner, svg, { id })
  const [file, awardedFile] = [await fileOf(), await fileOf(awarded)]
  await owner.call(api.logos.remove, { logo_id })
  await clean()
  expect([await isStored(file), await isStored(awardedFile)]).toEqual([false, true])
  await closeAccount(server.services, designer.designer_id, server.app.log)
  await clean()
  expect(await isStored(awardedFile)).toBe(false)
  expect(
    await server.db.selectFrom('vector').where('logo_id', '=', awarded).select('file').execute(),
  ).toEqual([])
})

test('a vector original is refused where its account is closed or suspended while the file arrives', async () => {
  const { logo_id: awarded } = await createLogo(server.db, { designer_id: designer.designer_id })
  const { book_id } = await createPublishedBook()
  await server.db.insertInto('award').values({ book_id, logo_id: awarded }).execute()
  const suspend = (suspended_until: Date | null) =>
    server.db
      .updateTable('designer')
      .set({ suspended_until })
      .where('designer_id', '=', designer.designer_id)
      .execute()
  // From where the whole body is here: the caller was let in before.
  const arrive = (id: number) =>
    putVector(
      server.services,
      { logo_id: id, filename: 'Rosa.svg', bytes: Buffer.from(svg) },
      { id: designer.designer_id, role: 'member', isActive: true },
    )
  await suspend(new Date(Date.now() + dayMs))
  await expect(arrive(logo_id)).rejects.toMatchObject({ status: 403, extra: { code: 'suspended' } })
  await suspend(null)
  await closeAccount(server.services, designer.designer_id, server.app.log)
  for (const id of [logo_id, awarded]) await expect(arrive(id)).rejects.toMatchObject({ status: 401 })
  const rows = server.db.selectFrom('vector').where('logo_id', 'in', [logo_id, awarded])
  expect(await rows.select('file').execute()).toEqual([])
})

test('while vector originals wait for a slow store, logos are uploaded', async () => {
  const ids = [logo_id]
  for (let i = 0; i < 2; i++)
    ids.push((await createLogo(server.db, { designer_id: designer.designer_id })).logo_id)
  const gate = Promise.withResolvers<void>()
  const { put: store } = server.files
  const stored = vi.spyOn(server.files, 'put').mockImplementation(async (name, bytes) => {
    if (name.startsWith('vectors/')) await gate.promise
    return store(name, bytes)
  })
  try {
    const kept = ids.map(id => put(owner, svg, { id }))
    await expect.poll(() => stored.mock.calls.length).toBe(2)
    const file_base64 = (await makePicture()).toString('base64')
    await other.call(api.logos.submit, { logo: 'Mark', logotype: 'Symbol', file_base64 })
    gate.resolve()
    for (const { statusCode } of await Promise.all(kept)) expect(statusCode).toBe(200)
  } finally {
    gate.resolve()
    stored.mockRestore()
  }
})

test('three are sent to one member and eight to all at the same time; each that has ended makes room', async () => {
  const makeOwner = async () => {
    const { designer_id } = await createDesigner(server.db)
    const client = await server.signIn({ designer_id })
    const { logo_id: id } = await createLogo(server.db, { designer_id })
    await put(client, svg, { id })
    return () => get(client, id)
  }
  const [first, second, third, fourth] = [
    await makeOwner(),
    await makeOwner(),
    await makeOwner(),
    await makeOwner(),
  ]
  const gate = Promise.withResolvers<void>()
  const { get: read } = server.files
  const reads = vi.spyOn(server.files, 'get').mockImplementation(async name => {
    await gate.promise
    return read(name)
  })
  try {
    const taken = [first, first, first, second, second, second, third, third].map(ask => ask())
    await expect.poll(() => reads.mock.calls.length).toBe(8)
    const refused = await first()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    const busy = await fourth()
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '5'])
    gate.resolve()
    for (const { statusCode } of await Promise.all(taken)) expect(statusCode).toBe(200)
  } finally {
    gate.resolve()
    reads.mockRestore()
  }
  for (const ask of [first, fourth]) await expect.poll(async () => (await ask()).statusCode).toBe(200)
})

test('the member’s archive holds it', async () => {
  await put(owner, svg)
  const { rawPayload } = await owner.send({ method: 'GET', url: '/api/designers/export' })
  const files = unzip(rawPayload)
  const name = `logos/${logo_id}-Rosa.svg`
  expect(files.get(name)?.toString()).toBe(svg)
  const data = JSON.parse(files.get('data.json')!.toString())
  expect(data.logos).toMatchObject([{ logo_id, vector: name }])
  expect(files.get('index.html')!.toString()).toContain(name)
})

test('the chair gets those of a published book’s shown winners in one ZIP, with a list of who has sent none', async () => {
  const chair = await server.signIn(await createDesigner(server.db, { role: 'chair' }))
  const { book_id, slug } = await createPublishedBook()
  const add = async (title: string, facts = {}) => {
    const added = await createLogo(server.db, { designer_id: designer.designer_id, title, ...facts })
    await server.db.insertInto('award').values({ book_id, logo_id: added.logo_id }).execute()
    return added.logo_id
  }
  const [sent, large, lacking, hidden] = [
    await add('Sent'),
    await add('Large'),
    await add('=Lacking'),
    await add('Hidden'),
  ]
  await put(owner, svg, { id: sent })
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 7)])
  await put(owner, pdf, { id: large, filename: 'Large.ai' })
  await put(owner, svg, { id: hidden })
  await put(owner, svg)
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('logo_id', '=', hidden)
    .execute()
  const download = (client: Client, book: string) =>
    client.send({ method: 'GET', url: `/api/admin/books/vectors?book=${book}` })

  const answer = await download(chair, slug)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${slug}-vectors.zip"`,
    'cache-control': 'no-store',
  })
  const files = unzip(answer.rawPayload)
  expect([...files.keys()].sort()).toEqual([`${sent}-Rosa.svg`, `${large}-Large.ai`, 'winners.csv'].sort())
  expect(files.get(`${large}-Large.ai`)!.equals(pdf)).toBe(true)
  expect(files.get('winners.csv')!.toString().split('\r\n')).toEqual([
    'logo_id,logo,company,file',
    `${sent},Sent,${designer.company},${sent}-Rosa.svg`,
    `${large},Large,${designer.company},${large}-Large.ai`,
    `${lacking},'=Lacking,${designer.company},`,
    '',
  ])
  const { data } = await chair.call(api.desk.history.list, {})
  expect(data).toContainEqual(
    expect.objectContaining({
      what: 'exports.read',
      after: expect.objectContaining({ list: '/api/admin/books/vectors', rows: 3 }),
    }),
  )
  expect((await download(owner, slug)).statusCode).toBe(403)
  expect((await download(server.visit(), slug)).statusCode).toBe(401)
  expect((await download(chair, 'book-999')).statusCode).toBe(404)
  await server.db.updateTable('book').set({ state: 'ratified' }).where('book_id', '=', book_id).execute()
  expect((await download(chair, slug)).statusCode).toBe(409)
})
