import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { atlasColumns, atlasUrl, decodePositions, squareSide } from '../../../shared/rules/sixteen.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { drawChanges } from '../../jobs/draw-atlases.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
import { findFirstAtlases, replaceAtlas, takeChanges } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
// Each test begins with an empty gallery.
beforeEach(async () => {
  await server.db.deleteFrom('award').execute()
  await server.db.deleteFrom('logo').execute()
  await draw()
})
afterAll(() => server.close())

/** A picture of one colour, in the store. */
async function storePicture(colour: string): Promise<{ image: string; ground: string }> {
  const png = await sharp({ create: { width: 640, height: 640, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const logo = await decodeLogo(png)
  await storeLogo(server.files, logo)
  return { image: logo.image, ground: logo.ground! }
}

async function draw() {
  while (await drawChanges(server));
}

const find = (input: object = {}, client: Client = server.visit()) => client.call(api.sixteen.find, input)
const namesOf = async (atlas: string, client: Client = server.visit()) =>
  client.call(api.sixteen.names, { atlas })
const positions = (text: string | null) => [...decodePositions(text ?? '')]

/** The titles in the order of the grounds; null where a square shows nothing. */
async function titles(client: Client = server.visit()) {
  const { atlases } = await find({}, client)
  const names = await Promise.all(atlases.map(({ atlas }) => namesOf(atlas, client)))
  return names.flat().map(name => name?.logo ?? null)
}

const get = (url: string) => server.visit().send({ method: 'GET', url })

const setHidden = (logo_id: number, hidden: boolean) =>
  server.db
    .updateTable('logo')
    .set({
      hidden_at: hidden ? new Date() : null,
      hidden_by: hidden ? 'staff' : null,
      hidden_why: hidden ? 'Copied' : null,
    })
    .where('logo_id', '=', logo_id)
    .execute()

const colours = { white: '#ffffff', cream: '#f6eedd', red: '#d32f2f', blue: '#1d4ed8', black: '#151515' }

/** A logo of each colour, the last in the order of the grounds first, by a designer each. */
async function createColours() {
  const logos: Record<string, Awaited<ReturnType<typeof createLogo>>> = {}
  for (const [title, colour] of Object.entries(colours).reverse())
    logos[title] = await createLogo(server.db, { title, ...(await storePicture(colour)) })
  return logos
}

test('squares stand in the order of their grounds: white, pale, the hues, black', async () => {
  await createColours()
  expect(await find()).toMatchObject({ atlases: [], count: 0, order: null, is_growing: 1 })
  await draw()
  expect(await find()).toMatchObject({ count: 5, order: null, holes: '', own: '', is_growing: 0 })
  expect(await titles()).toEqual(Object.keys(colours))
})

test('an atlas’s picture has each logo at its slot, at 16 px and at 32 px', async () => {
  await createColours()
  await draw()
  const { atlases } = await find()
  for (const density of [1, 2] as const) {
    const answer = await get(atlasUrl(atlases[0]!.atlas, density))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: atlasColumns * squareSide * density, height: squareSide * density })
    const middles = Object.keys(colours).map((_, slot) => {
      const pixel = (density * 8 * info.width + (slot * 16 + 8) * density) * info.channels
      return `#${data.subarray(pixel, pixel + 3).toString('hex')}`
    })
    expect(middles).toEqual(Object.values(colours))
  }
  for (const name of [`${'0'.repeat(32)}-1.webp`, `${atlases[0]!.atlas}-3.webp`, 'x'])
    expect([name, (await get(`/images/sixteen/${name}`)).statusCode]).toEqual([name, 404])
})

test('a hidden logo is shown to no one from that moment on, also before its atlas is drawn again', async () => {
  const { red } = await createColours()
  await draw()
  const before = await find()
  const url = atlasUrl(before.atlases[0]!.atlas, 1)
  await setHidden(red!.logo_id, true)
  expect(positions((await find()).holes)).toEqual([2])
  expect(await titles()).toEqual(['white', 'cream', null, 'blue', 'black'])
  expect((await get(url)).statusCode).toBe(404)
  await draw()
  const after = await find()
  expect(after).toMatchObject({ count: 4, holes: '' })
  expect(await titles()).toEqual(['white', 'cream', 'blue', 'black'])
  expect((await get(url)).statusCode).toBe(404)
  expect((await get(atlasUrl(after.atlases[0]!.atlas, 1))).statusCode).toBe(200)
  await setHidden(red!.logo_id, false)
  await draw()
  expect((await find()).atlases).toEqual(before.atlases)
})

test('a deleted logo leaves its square empty, and is then gone; the last one’s atlas goes with it', async () => {
  const { blue, ...others } = await createColours()
  await draw()
  await server.db.deleteFrom('logo').where('logo_id', '=', blue!.logo_id).execute()
  expect(positions((await find()).holes)).toEqual([3])
  await draw()
  expect(await titles()).toEqual(['white', 'cream', 'red', 'black'])
  for (const { logo_id } of Object.values(others))
    await server.db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
  await draw()
  expect(await find()).toMatchObject({ atlases: [], count: 0, is_growing: 0 })
})

test('the square of a designer who has blocked the viewer, or is blocked, is a hole without a name', async () => {
  const { red, black } = await createColours()
  await draw()
  const member = await createDesigner(server.db)
  const client = await server.signIn(member)
  await server.db
    .insertInto('member_block')
    .values([
      { blocker_id: member.designer_id, blocked_id: red!.designer_id, created_at: new Date() },
      { blocker_id: black!.designer_id, blocked_id: member.designer_id, created_at: new Date() },
    ])
    .execute()
  expect(positions((await find({}, client)).holes)).toEqual([2, 4])
  expect(await titles(client)).toEqual(['white', 'cream', null, 'blue', null])
  expect(positions((await find()).holes)).toEqual([])
})

test('years, countries, a book, search’s filters and one’s own are positions in the order of the grounds', async () => {
  const { db } = server
  const [ada, ben] = [
    await createDesigner(db, { country: 'SE', company: 'Adaworks' }),
    await createDesigner(db, { country: 'DE' }),
  ]
  const dates = ['2024-05-01', '2026-05-01', '2024-06-01', '2025-05-01', '2026-01-01']
  const logos = []
  for (const [i, [title, colour]] of Object.entries(colours).entries())
    logos.push(
      await createLogo(db, {
        title,
        designer_id: [ada, ben][i % 2]!.designer_id,
        upload_date: new Date(dates[i]!),
        ...(await storePicture(colour)),
      }),
    )
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 13, state: 'published', published_on: '2026-01-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  for (const i of [3, 0])
    await db.insertInto('award').values({ book_id, logo_id: logos[i]!.logo_id }).execute()
  await draw()
  const client = await server.signIn(ada)
  const orderOf = async (input: object) => positions((await find(input, client)).order)
  expect(await orderOf({ sort: 'year' })).toEqual([1, 4, 3, 0, 2])
  expect(await orderOf({ sort: 'country' })).toEqual([1, 3, 0, 2, 4])
  expect(await orderOf({ book: 'book-13' })).toEqual([0, 3])
  expect(await orderOf({ filter_country: 'DE' })).toEqual([1, 3])
  expect(await orderOf({ search_design_firm: 'adaworks', sort: 'year' })).toEqual([4, 0, 2])
  expect(await find({ search_text: 'nothing-like-it' }, client)).toMatchObject({ count: 0, order: '' })
  expect(await find({ book: 'book-99' }, client)).toMatchObject({ count: 0, order: '' })
  await db
    .insertInto('book')
    .values({ series: 'book', number: 14, state: 'published', published_on: '2026-02-01' })
    .execute()
  // Published, without awards.
  expect(await find({ book: 'book-14' }, client)).toMatchObject({ count: 0, order: '' })
  expect(positions((await find({}, client)).own)).toEqual([0, 2, 4])
  expect(await find({}, server.visit())).toMatchObject({ own: '' })
})

test('filters are for members; an invalid filter is refused with a sentence', async () => {
  const status = async (input: object) => (await refusal(find(input))).status
  expect(await status({ filter_country: 'SE' })).toBe(401)
  const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
  expect((await refusal(find({ search_text: 'owl' }, lapsed))).status).toBe(403)
  for (const input of [{ sort: 'size' }, { filter_type: 'round' }, { filter_country: 'Poland' }])
    expect([input, await status(input)]).toEqual([input, 400])
  const { status: code, body } = await refusal(namesOf('x'))
  expect([code, body.error]).toEqual([400, 'An atlas is 32 hexadecimal digits.'])
  expect((await refusal(namesOf('0'.repeat(32)))).status).toBe(404)
})

test('an atlas of more than 256 squares is divided, in steps that other processes continue; a visitor opens only the newest', async () => {
  const { image, ground } = await storePicture('#d32f2f')
  const { designer_id } = await createDesigner(server.db)
  const ids: number[] = []
  for (let n = 0; n < 300; n++)
    ids.push((await createLogo(server.db, { designer_id, image, ground, title: `Mark ${n}` })).logo_id)
  expect(await drawChanges(server, 100)).toBe(100)
  expect(await find()).toMatchObject({ count: 100, is_growing: 1 })
  const [one, other] = await Promise.all([drawChanges(server, 100), drawChanges(server, 100)])
  expect([one, other].filter(Boolean).length).toBeGreaterThan(0)
  await draw()
  const { atlases, count } = await find()
  expect([count, atlases.length]).toEqual([300, 2])
  const names = (await Promise.all(atlases.map(({ atlas }) => namesOf(atlas)))).flat()
  expect(names.map(name => name!.logo)).toEqual(ids.map((_, n) => `Mark ${n}`))
  const open = names.filter(name => name!.logo_id !== null)
  expect(open.map(name => name!.logo_id)).toEqual(ids.slice(-visitorFreshLogos))
  expect(names.filter(name => name!.image !== null)).toEqual(open)
  const member = await server.signIn(await createDesigner(server.db))
  const all = (await Promise.all(atlases.map(({ atlas }) => namesOf(atlas, member)))).flat()
  expect(all.map(name => name!.logo_id)).toEqual(ids)
})

test('of a long queue a step takes the newest logos and then those of one ground, deleted ones first', async () => {
  const { designer_id } = await createDesigner(server.db)
  const create = async (ground: string) =>
    (await createLogo(server.db, { designer_id, image: '0'.repeat(32), ground })).logo_id
  const deleted = await create('#d32f2f')
  const others: number[] = []
  for (let n = 0; n < 40; n++) others.push(await create(n % 2 ? '#ffffff' : '#151515'))
  await server.db.deleteFrom('logo').where('logo_id', '=', deleted).execute()
  const taken = await takeChanges(server.db, 24)
  const ids = taken.map(change => change.logo_id)
  expect(ids).toContain(deleted)
  expect(ids).toEqual(expect.arrayContaining(others.slice(-16)))
  const rest = others.filter(id => ids.includes(id) && !others.slice(-16).includes(id))
  expect(rest).toEqual(others.filter((_, n) => n % 2 === 0).slice(0, rest.length))
})

test('the first atlases up to a number of squares: the total is of all, and a hole counts in these alone', async () => {
  const draw = (n: number) => ({
    image: `${n}`.repeat(32),
    small: Buffer.alloc(1),
    large: Buffer.alloc(1),
    squares: [0, 1].map(slot => ({ logo_id: n * 2 + slot, picture: `${n}`.repeat(32), place: n })),
  })
  await server.db
    .transaction()
    .execute(async trx => {
      await replaceAtlas(trx, undefined, [3, 1, 2].map(draw))
      const first = { total: 6, atlases: [1, 2].map(n => ({ atlas: `${n}`.repeat(32), count: 2 })) }
      const leave = (logo_id: number) =>
        trx.insertInto('sixteen_change').values({ logo_id, is_gone: true }).execute()
      for (const most of [3, 4]) expect(await findFirstAtlases(trx, most)).toEqual({ ...first, has_hole: 0 })
      await leave(6)
      expect(await findFirstAtlases(trx, 4)).toEqual({ ...first, has_hole: 0 })
      expect(await findFirstAtlases(trx, 5)).toMatchObject({ has_hole: 1 })
      await leave(5)
      expect(await findFirstAtlases(trx, 4)).toEqual({ ...first, has_hole: 1 })
      throw new Error('leave nothing')
    })
    .catch(error => expect(String(error)).toContain('leave nothing'))
  expect(await findFirstAtlases(server.db, 4)).toEqual({ total: 0, atlases: [], has_hole: 0 })
})

test('a logo whose picture is missing is left out, and the others are drawn', async () => {
  await createColours()
  await createLogo(server.db, { title: 'without picture', image: 'ab'.repeat(16) })
  await draw()
  expect(await titles()).toEqual(Object.keys(colours))
  expect((await find()).is_growing).toBe(0)
})
