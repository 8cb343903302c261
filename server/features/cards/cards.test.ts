import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { blindTiles } from '../../../shared/rules/blind.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { allowSvg } from '../../../tests/allow-svg.ts'
import { untilBlocked } from '../../../tests/database-locks.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { renderRealLogos } from '../../../tests/real-logos.ts'
import { startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'
import { countHit, countOf } from '../../http/limits.ts'
import { drawChanges } from '../../jobs/draw-atlases.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
import { visitor } from '../../viewer.ts'
import { findCollection } from '../collections/queries.ts'
import { type CardKind, cardFile, cardPath } from './cards.ts'
import { findCard, readPlate } from './find-card.ts'
import { removeOldCards } from './remove-old-cards.ts'
import { perAddress } from './serve-cards.ts'

allowSvg()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const get = (url: string) => server.visit().send({ method: 'GET', url })

const getFrom = (remoteAddress: string, url: string) =>
  server.app.inject({ method: 'GET', url, remoteAddress })

/** A logo whose picture is in the store, of one colour. */
async function createStored(background: string, facts: Parameters<typeof createLogo>[1] = {}) {
  const png = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await decodeLogo(png)
  await storeLogo(server.files, picture)
  return createLogo(server.db, { image: picture.image, ground: picture.ground, ...facts })
}

async function pathOf(kind: CardKind, id: number | string, shape: '1200x630' | '1080x1080' = '1200x630') {
  return cardPath((await findCard(server.db, kind, String(id), server.services.now()))!, shape)
}

/** The colour of a picture at a point. */
async function colourAt(jpeg: Buffer, left: number, top: number) {
  const data = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...data]
}
const near = (colour: number[]) => colour.map(value => Math.round(value / 16))

const hide = (logo_id: number) =>
  server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('logo_id', '=', logo_id)
    .execute()

test('a plate’s pictures are JPEG of their sizes, show logo and words, and are drawn once', async () => {
  const { logo_id } = await createStored('#1030b0', { title: 'Camel & Currant', client: 'Camel <Currant>' })
  const { pictures } = await server.visit().call(api.plates.find, { logo_id })
  expect(pictures.map(({ width, height }) => [width, height])).toEqual([
    [1200, 630],
    [1080, 1080],
  ])
  for (const { width, height, url } of pictures) {
    const answers = await Promise.all([get(url), get(url)])
    for (const { statusCode, headers, rawPayload } of answers) {
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(headers['cache-control']).toBe('public, max-age=300')
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height })
    }
    expect(answers[0]!.rawPayload.equals(answers[1]!.rawPayload)).toBe(true)
    const jpeg = answers[0]!.rawPayload
    expect(near(await colourAt(jpeg, 300, 300))).toEqual(near([0x10, 0x30, 0xb0]))
    // The words are dark on white.
    const words = { left: 640, top: height - 330, width: width - 640, height: 300 }
    const { channels } = await sharp(jpeg).extract(words).stats()
    expect(channels.map(({ min }) => min < 90)).toEqual([true, true, true])
  }
  const stored = await server.db.selectFrom('card').select('name').execute()
  const named = (await findCard(server.db, 'logo', String(logo_id), server.services.now()))!
  const file = cardFile(named.card, '1200x630')
  expect(stored.map(({ name }) => name)).toContain(file)
  // The stored file is the one that is served.
  await server.files.put(file, Buffer.from('stored'))
  expect((await get(cardPath(named, '1200x630'))).body).toBe('stored')
})

test('an address changes with the facts, and the old one leads to the new', async () => {
  const { logo_id, designer_id } = await createStored('#20a040', { title: 'Before' })
  const before = await pathOf('logo', logo_id)
  await server.db.updateTable('logo').set({ title: 'After' }).where('logo_id', '=', logo_id).execute()
  const after = await pathOf('logo', logo_id)
  expect(after).not.toBe(before)
  const { statusCode, headers } = await get(before)
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, after, 'no-store'])
  const profile = await pathOf('designer', designer_id)
  await server.db
    .updateTable('designer')
    .set({ city: 'Oslo' })
    .where('designer_id', '=', designer_id)
    .execute()
  expect(await pathOf('designer', designer_id)).not.toBe(profile)
})

test('a hidden logo, one without its picture, and an unknown one have no card; hidden once more, its own is gone', async () => {
  const { logo_id } = await createStored('#902020')
  const path = await pathOf('logo', logo_id)
  expect((await get(path)).statusCode).toBe(200)
  await hide(logo_id)
  const { statusCode, headers } = await get(path)
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
  const bare = await createLogo(server.db)
  expect((await get(await pathOf('logo', bare.logo_id))).statusCode).toBe(404)
  const hash = '0'.repeat(32)
  for (const name of [
    `logo-2000000000-${hash}-1200x630`,
    `logo-0-${hash}-1200x630`,
    `designer-${hash}-1200x630`,
    `designer-1-${hash}-1080x1080`,
    `book-nothing-1-${hash}-1200x630`,
    `collection-x-${hash}-1200x630`,
    `logo-${logo_id}-${hash}-1x1`,
    `page-home-${hash}-1200x630`,
    `page-sixteen-${hash}-1080x1080`,
    '..%2f..%2foriginals',
  ])
    expect([name, (await get(`/images/cards/${name}.jpg`)).statusCode]).toEqual([name, 404])
})

test('the card of a profile shows its first four logos, and never a hidden one', async () => {
  const { designer_id } = await createDesigner(server.db, { company: 'Four & Co' })
  const colours = ['#c01010', '#10a010', '#1010c0', '#c0c010']
  const logos = []
  for (const [i, colour] of colours.entries())
    logos.push(await createStored(colour, { designer_id, upload_date: new Date(Date.UTC(2026, 0, 9 - i)) }))
  const tiles = async () => {
    const { rawPayload } = await get(await pathOf('designer', designer_id))
    return Promise.all(
      [160, 460].flatMap(y => [160, 460].map(async x => near(await colourAt(rawPayload, x, y)))),
    )
  }
  const shown = (hex: string) => near(hex.match(/\w\w/g)!.map(two => Number.parseInt(two, 16)))
  expect(await tiles()).toEqual(colours.map(shown))
  await hide(logos[0]!.logo_id)
  const left = await tiles()
  expect(left).not.toContainEqual(shown(colours[0]!))
})

test('a public collection has a card, without hidden logos; a private and a hidden one have none', async () => {
  const { db } = server
  const { designer_id } = await createDesigner(db)
  const logo = await createStored('#705010')
  const { collection_id } = await db
    .insertInto('collection')
    .values({ designer_id, name: 'Browns' })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('collection_logo').values({ collection_id, logo_id: logo.logo_id }).execute()
  const path = await pathOf('collection', collection_id)
  expect((await get(path)).statusCode).toBe(200)
  await hide(logo.logo_id)
  expect(
    (await findCard(db, 'collection', String(collection_id), server.services.now()))!.card.pictures,
  ).toEqual([])
  const set = (facts: object) =>
    db.updateTable('collection').set(facts).where('collection_id', '=', collection_id).execute()
  await set({ is_public: false })
  expect(await findCollection(db, collection_id, { ...visitor, id: designer_id })).toBeTruthy()
  expect((await get(path)).statusCode).toBe(404)
  await set({ is_public: true, hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Rude' })
  expect((await get(path)).statusCode).toBe(404)
})

test('Sixteen’s card shows the squares of all shown logos, and is gone while a hidden one is among them', async () => {
  const { db } = server
  const draw = async () => {
    while (await drawChanges(server.services));
  }
  const { logo_id } = await createStored('#ffffff', { title: 'Whitest' })
  await draw()
  const find = () => findCard(db, 'page', 'sixteen', server.services.now())
  const first = (await find())!
  const { rawPayload } = await get(cardPath(first, '1200x630'))
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  // White grounds come first; beside the square is the canvas.
  expect(near(await colourAt(rawPayload, 60, 120))).toEqual(near([255, 255, 255]))
  expect(near(await colourAt(rawPayload, 30, 120))).toEqual(near([0xf1, 0xf1, 0xf1]))
  await hide(logo_id)
  expect(await find()).toBeUndefined()
  expect((await get(cardPath(first, '1200x630'))).statusCode).toBe(404)
  await draw()
  const after = (await find())!
  expect(cardPath(after, '1200x630')).not.toBe(cardPath(first, '1200x630'))
  expect((await get(cardPath(after, '1200x630'))).statusCode).toBe(200)
})

test('Blind’s card shows no logo, and none is offered where there is nothing to play', async () => {
  const { db } = server
  expect(await findCard(db, 'page', 'blind', server.services.now())).toBeUndefined()
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 55, state: 'published' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < blindTiles; n++) {
    const { logo_id } = await createLogo(db, { title: `Secretmark ${n}` })
    await db.insertInto('award').values({ book_id, logo_id }).execute()
  }
  const { card } = (await findCard(db, 'page', 'blind', server.services.now()))!
  expect([card.pictures, card.atlases]).toEqual([[], undefined])
  expect(JSON.stringify(card)).not.toContain('Secretmark')
  const { rawPayload } = await get(await pathOf('page', 'blind'))
  expect((await sharp(rawPayload).metadata()).width).toBe(1200)
})

test('books of every series and state have a card', async () => {
  for (const [series, number, state] of [
    ['book', 77, 'open'],
    ['book', 76, 'published'],
    ['master-book', 4, 'published'],
    ['textbook', 2, 'published'],
  ] as const) {
    await server.db.insertInto('book').values({ series, number, state }).execute()
    const { statusCode, rawPayload } = await get(await pathOf('book', `${series}-${number}`))
    expect([series, statusCode]).toEqual([series, 200])
    expect((await sharp(rawPayload).metadata()).width).toBe(1200)
  }
})

test('a card is removed from the store 30 days after it was drawn, and drawn again when it is asked for', async () => {
  const { logo_id } = await createStored('#303060')
  const named = (await findCard(server.db, 'logo', String(logo_id), server.services.now()))!
  const [path, file] = [cardPath(named, '1200x630'), cardFile(named.card, '1200x630')]
  await get(path)
  const fail = (error: unknown) => {
    throw error
  }
  server.clock.aheadMs = 29 * dayMs
  await removeOldCards(server.services, fail)
  expect(await server.files.has(file)).toBe(true)
  server.clock.aheadMs = 31 * dayMs
  await removeOldCards(server.services, fail)
  expect(await server.files.has(file)).toBe(false)
  expect(await server.db.selectFrom('card').select('name').where('name', '=', file).execute()).toEqual([])
  expect((await get(path)).statusCode).toBe(200)
  expect(await server.files.has(file)).toBe(true)
  server.clock.aheadMs = 0
})

test('a card that is drawn again while its old file is removed keeps its row and its new file', async () => {
  const named = (await findCard(
    server.db,
    'logo',
    String((await createStored('#306030')).logo_id),
    server.services.now(),
  ))!
  const [path, file] = [cardPath(named, '1200x630'), cardFile(named.card, '1200x630')]
  await get(path)
  server.clock.aheadMs = 31 * dayMs
  const { remove } = server.files
  let drawn: ReturnType<typeof get> | undefined
  server.files.remove = async name => {
    await remove(name)
    if (name !== file) return
    drawn = get(path)
    // Its insert waits for the lock of the row that is being removed.
    await untilBlocked(server.db, drawn)
  }
  try {
    await removeOldCards(server.services, error => {
      throw error
    })
  } finally {
    server.files.remove = remove
    server.clock.aheadMs = 0
  }
  expect((await drawn)?.statusCode).toBe(200)
  expect(await server.files.has(file)).toBe(true)
  expect(await server.db.selectFrom('card').select('name').where('name', '=', file).execute()).toHaveLength(1)
})

test('an address has a bounded number of cards drawn; stored ones are not counted', async () => {
  await server.db.deleteFrom('limit_count').execute()
  await untilWindowLasts(60)
  const { logo_id } = await createStored('#603030')
  const path = await pathOf('logo', logo_id)
  for (let i = 0; i < perAddress.most - 1; i++) await countHit(server.db, perAddress, '127.0.0.1', new Date())
  expect((await get(path)).statusCode).toBe(200)
  const other = await pathOf('logo', (await createStored('#603060')).logo_id)
  const refused = await get(other)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
  expect(refused.json().error).toContain('Please wait')
  expect((await get(path)).statusCode).toBe(200)
})

test('an address over its limit is refused alone: another that asks for the same card at the same time gets it', async () => {
  await server.db.deleteFrom('limit_count').execute()
  await untilWindowLasts(60)
  for (let i = 0; i < perAddress.most; i++) await countHit(server.db, perAddress, '127.0.0.1', new Date())
  const path = await pathOf('logo', (await createStored('#604030')).logo_id)
  let refused: ReturnType<typeof get> | undefined
  let other: ReturnType<typeof getFrom> | undefined
  await server.db.transaction().execute(async trx => {
    await trx.selectFrom('limit_count').select('count').forUpdate().execute()
    refused = get(path)
    await untilBlocked(server.db, refused)
    other = getFrom('192.0.2.1', path)
    await expect.poll(() => countOf(server.db, perAddress, '192.0.2.1', new Date())).toBe(1)
  })
  expect([(await refused)?.statusCode, (await other)?.statusCode]).toEqual([429, 200])
})

test('a full queue refuses a card and counts no hit for it; a caller who waits for a drawing under way is counted once', async () => {
  await server.db.deleteFrom('limit_count').execute()
  await untilWindowLasts(60)
  const drawn = await createStored('#406030')
  const { image, ground } = await server.db
    .selectFrom('logo')
    .where('logo_id', '=', drawn.logo_id)
    .select(['image', 'ground'])
    .executeTakeFirstOrThrow()
  const paths: string[] = []
  for (let n = 0; n < 22; n++)
    paths.push(
      await pathOf('logo', (await createLogo(server.db, { image, ground, title: `Queued ${n}` })).logo_id),
    )
  const [first, last, ...waiting] = paths as [string, string, ...string[]]
  const { get: read } = server.files
  const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.files.get = async name => {
    if (!name.startsWith('images/')) return read(name)
    begun.resolve()
    await gate.promise
    // A missing picture ends a drawing at once.
    return undefined
  }
  const hits = (ip: string) => countOf(server.db, perAddress, ip, new Date())
  try {
    const visits = [getFrom('192.0.2.1', first)]
    await begun.promise
    visits.push(...[...waiting, waiting[0]!].map(path => getFrom('192.0.2.1', path)))
    await expect.poll(() => hits('192.0.2.1')).toBe(21)
    const { statusCode, headers } = await get(last)
    expect([statusCode, headers['retry-after'], await hits('127.0.0.1')]).toEqual([503, '5', 0])
    gate.resolve()
    for (const { statusCode } of await Promise.all(visits)) expect(statusCode).toBe(404)
  } finally {
    gate.resolve()
    server.files.get = read
  }
  expect(await hits('192.0.2.1')).toBe(21)
})

test('a letter’s plate is drawn before the cards of visitors that wait', async () => {
  await server.db.deleteFrom('limit_count').execute()
  await untilWindowLasts(60)
  const order: string[] = []
  const paths: string[] = []
  for (const colour of ['#101010', '#202020', '#303030'])
    paths.push(await pathOf('logo', (await createStored(colour)).logo_id))
  const { logo_id } = await createStored('#505050')
  const plate = cardFile(
    (await findCard(server.db, 'logo', String(logo_id), server.services.now()))!.card,
    '1200x630',
  )
  const { get: read } = server.files
  const [gate, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.files.get = async name => {
    if (name.startsWith('images/')) await gate.promise
    if (name === plate) setImmediate(asked.resolve)
    return read(name)
  }
  try {
    const visits = paths.map(each => get(each).then(() => order.push('visitor')))
    await expect.poll(() => countOf(server.db, perAddress, '127.0.0.1', new Date())).toBe(paths.length)
    const letter = readPlate(server.services, logo_id).then(() => order.push('letter'))
    await asked.promise
    gate.resolve()
    await Promise.all([...visits, letter])
  } finally {
    gate.resolve()
    server.files.get = read
  }
  expect(order.indexOf('letter')).toBeLessThan(2)
})

test.each(['Coloured vue', 'Coloured postgresql', 'Plain spotify', 'Plain raspberrypi'])(
  'the pictures of a real logo, %s, have between 35 and 90 kB in both shapes',
  async title => {
    const { bytes } = (await renderRealLogos()).find(logo => logo.title === title)!
    const picture = await decodeLogo(bytes)
    await storeLogo(server.files, picture)
    const { logo_id } = await createLogo(server.db, {
      image: picture.image,
      ground: picture.ground,
      title,
      designer: 'Ada Lindqvist',
      client: 'Camel & Currant',
      industry: 'Shipping & Logistics',
    })
    // Thirty such logos have 40 to 66 kB at 1200 × 630, and 43 to 71 at 1080 × 1080.
    for (const shape of ['1200x630', '1080x1080'] as const) {
      const { length } = (await get(await pathOf('logo', logo_id, shape))).rawPayload
      expect(length).toBeGreaterThan(35_000)
      expect(length).toBeLessThan(90_000)
    }
  },
)
