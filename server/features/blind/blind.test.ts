import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { bitsOfPlaces, playersForShares } from '../../../shared/rules/blind.ts'
import { dayMs, hourMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo, pictureFiles } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'
import { openNames } from '../../../web/features/blind/open-names.ts'
import { clearOld } from '../../jobs/housekeeping.ts'
import { pictureToken } from '../pictures/picture-token.ts'

let server: TestServer
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
})
afterAll(() => server.close())

const five = [1, 6, 8, 12, 17]
const device = (n: number) => n.toString(16).padStart(32, '0')

/** A book with an award for each of `designers`, and a second one for the first of them. */
async function createBook({
  number = 13,
  designers = 24,
  series = 'book',
}: {
  number?: number
  designers?: number
  series?: 'book' | 'master-book'
} = {}) {
  const { db } = server
  const { book_id } = await db
    .insertInto('book')
    .values({ series, number, state: 'published', published_on: '2026-01-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  const logos = []
  for (let n = 0; n < designers; n++)
    logos.push(await createLogo(db, { title: `Secretmark ${n}`, client: 'Secretclient' }))
  const [first] = logos
  if (first) logos.push(await createLogo(db, { designer_id: first.designer_id, title: 'Secretmark again' }))
  for (const { logo_id } of logos) await db.insertInto('award').values({ book_id, logo_id }).execute()
  return { book_id, slug: `book-${number}`, logos }
}

const hide = (logo_id: number) =>
  server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
    .where('logo_id', '=', logo_id)
    .execute()

/** Today’s twenty. */
async function findToday(client = server.visit()) {
  return (await client.call(api.blind.find, {}))!
}

const drawnToday = async () => {
  const { logo_ids } = await server.db
    .selectFrom('blind_day')
    .select('logo_ids')
    .orderBy('day', 'desc')
    .executeTakeFirstOrThrow()
  return logo_ids
}

async function play({ kept = five, by = 1, day }: { kept?: number[]; by?: number; day?: string } = {}) {
  const visitor = server.visit()
  return visitor.call(api.blind.reveal, {
    day: day ?? (await findToday()).day,
    kept: bitsOfPlaces(kept),
    device: device(by),
  })
}

test('without a published book by twenty designers there is nothing to play, and the site says so', async () => {
  const visitor = server.visit()
  const { logos } = await createBook({ designers: 20 })
  expect(await visitor.call(api.site.state, {})).toMatchObject({ has_blind: 1 })
  await hide(logos[3]!.logo_id)
  expect(await visitor.call(api.site.state, {})).toMatchObject({ has_blind: 0 })
  expect(await visitor.call(api.blind.find, {})).toBe(null)
})

test('a day shows twenty logos by twenty designers, the same for all viewers and for another process', async () => {
  const { slug, logos } = await createBook()
  const today = await findToday()
  expect(today).toMatchObject({ number: 1, book: { slug, title: 'Colophon Book 13' } })
  expect(today.tiles).toHaveLength(20)
  const drawn = await drawnToday()
  const designers = drawn.map(id => logos.find(logo => logo.logo_id === id)!.designer_id)
  expect(new Set(designers).size).toBe(20)
  const member = await server.signIn(await createDesigner(server.db))
  const { names: _, ...seen } = await findToday(member)
  expect(today).toMatchObject(seen)
})

test('before the reveal nothing in the answer names a logo, a designer or a public picture, and its order is not the logos’', async () => {
  const { logos } = await createBook()
  const { body } = await server.visit().send({ method: 'GET', url: '/api/blind' })
  const images = await server.db.selectFrom('logo').select('image').execute()
  const designers = await server.db.selectFrom('designer').select(['company', 'slug']).execute()
  const told = [
    'Secretmark',
    'Secretclient',
    ...images.map(({ image }) => image),
    ...designers.flatMap(({ company, slug }) => [company, slug]),
  ].filter(word => body.includes(word))
  expect(told).toEqual([])
  const answer = JSON.parse(body)
  expect(Object.keys(answer)).toEqual(['day', 'number', 'book', 'ends_at', 'tiles', 'names'])
  for (const tile of answer.tiles) {
    expect(Object.keys(tile)).toEqual(['image'])
    expect(tile.image).toMatch(/^blind\/[0-9a-f]{32}$/)
  }
  const drawn = await drawnToday()
  expect(drawn).not.toEqual(drawn.toSorted((a, b) => a - b))
  expect(logos).toHaveLength(25)
})

test('the sealed names open to those of the reveal, are all as long, and hold neither hidden nor blocked logos', async () => {
  await createBook()
  const today = await findToday()
  const revealed = await play()
  const withoutCounts = ({ tiles }: { tiles: unknown[] }) =>
    tiles.map(tile => tile && { ...tile, kept_ct: null })
  expect(withoutCounts(await openNames(today, five))).toEqual(withoutCounts(revealed))
  expect((await openNames(today, five)).liked_ct).toBe(revealed.liked_ct)
  // The nonce and the sign of authenticity are 28 bytes.
  const lengthOf = ({ names }: typeof today) => Buffer.from(names.text, 'base64').length - 28
  expect(lengthOf(today) % 4096).toBe(0)
  const other = await findToday()
  expect([other.names.salt, lengthOf(other)]).toEqual([today.names.salt, lengthOf(today)])

  const drawn = await drawnToday()
  await hide(drawn[4]!)
  expect((await openNames(await findToday(), five)).tiles[4]).toBeNull()
  const reader = await createDesigner(server.db)
  const { designer_id } = await server.db
    .selectFrom('logo')
    .select('designer_id')
    .where('logo_id', '=', drawn[7]!)
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('member_block')
    .values({ blocker_id: designer_id, blocked_id: reader.designer_id, created_at: new Date() })
    .execute()
  const seen = await openNames(await findToday(await server.signIn(reader)), five)
  expect([seen.tiles[7], seen.tiles[8] !== null]).toEqual([null, true])

  server.clock.aheadMs += dayMs
  expect((await findToday()).names.salt).not.toBe(today.names.salt)
})

test('books that juries chose take turns, and another day of the same book has another order', async () => {
  await createBook({ number: 1, series: 'master-book' })
  await createBook({ number: 12 })
  await createBook({ number: 13 })
  const slugs: string[] = []
  const orders: number[][] = []
  for (let day = 0; day < 4; day++) {
    const { book, number } = await findToday()
    expect(number).toBe(day + 1)
    slugs.push(book.slug)
    orders.push(await drawnToday())
    server.clock.aheadMs += dayMs
  }
  expect(slugs).toEqual(['book-13', 'book-12', 'book-13', 'book-12'])
  expect(orders[0]).not.toEqual(orders[2])
  server.clock.aheadMs += 6 * dayMs
  // Days without a player count, too.
  expect((await findToday()).number).toBe(11)
})

test('a day that was drawn is played to its end, also when its book has lost a designer', async () => {
  const { logos } = await createBook({ designers: 20 })
  const { tiles } = await findToday()
  await hide(logos[3]!.logo_id)
  expect((await findToday()).tiles.filter(Boolean)).toHaveLength(tiles.length - 1)
  const isOffered = async () => (await server.visit().call(api.site.state, {})).has_blind
  expect(await isOffered()).toBe(1)
  server.clock.aheadMs += dayMs
  expect(await isOffered()).toBe(0)
})

test('a logo that is hidden or deleted during the day leaves its square empty, before and after the reveal, and no other moves', async () => {
  const { logos } = await createBook()
  const before = await findToday()
  const drawn = await drawnToday()
  await hide(drawn[6]!)
  const deleted = logos.find(({ logo_id }) => logo_id === drawn[11])!
  // A logo in a published book can't be deleted before it is taken out of the book.
  await server.db.deleteFrom('award').where('logo_id', '=', deleted.logo_id).execute()
  await (await server.signIn(deleted)).call(api.logos.remove, { logo_id: deleted.logo_id })
  const isGone = (place: number) => place === 6 || place === 11
  const after = await findToday()
  expect(after.tiles).toEqual(before.tiles.map((tile, place) => (isGone(place) ? null : tile)))
  const shown = drawn.map((logoId, place) => (isGone(place) ? undefined : logoId))
  expect((await play()).tiles.map(tile => tile?.logo_id)).toEqual(shown)
  expect((await openNames(after, five)).tiles.map(tile => tile?.logo_id)).toEqual(shown)
})

test('a viewer who has blocked a designer, or is blocked, finds that square empty', async () => {
  const { logos } = await createBook()
  const member = await createDesigner(server.db)
  const client = await server.signIn(member)
  await findToday(client)
  const drawn = await drawnToday()
  const ownerOf = (place: number) => logos.find(logo => logo.logo_id === drawn[place])!.designer_id
  await server.db
    .insertInto('member_block')
    .values([
      { blocker_id: member.designer_id, blocked_id: ownerOf(2), created_at: new Date() },
      { blocker_id: ownerOf(9), blocked_id: member.designer_id, created_at: new Date() },
    ])
    .execute()
  const { tiles, day } = await findToday(client)
  expect(tiles.flatMap((tile, place) => (tile ? [] : [place]))).toEqual([2, 9])
  const shown = await client.call(api.blind.reveal, { day, kept: bitsOfPlaces(five), device: device(1) })
  expect(shown.tiles.flatMap((tile, place) => (tile ? [] : [place]))).toEqual([2, 9])
})

test('a picture is served under its token while its day can be played and its logo is shown', async () => {
  const image = 'ab'.repeat(16)
  const { logos } = await createBook({ designers: 20 })
  // Of the first designer one of two logos is drawn.
  const logo = logos[5]!
  await server.db.updateTable('logo').set({ image }).where('logo_id', '=', logo.logo_id).execute()
  for (const name of pictureFiles(image)) await server.files.put(name, Buffer.from('picture'))
  const { tiles } = await findToday()
  const place = (await drawnToday()).indexOf(logo.logo_id)
  const get = (name: string) => server.visit().send({ method: 'GET', url: `/images/${name}` })
  const name = tiles[place]!.image
  for (const which of ['320.avif', '640.avif', '900.webp'])
    expect((await get(`${name}-${which}`)).statusCode).toBe(200)
  const answer = await get(`${name}-320.webp`)
  expect([answer.body, answer.headers['content-type']]).toEqual(['picture', 'image/webp'])
  expect(JSON.stringify(answer.headers)).not.toContain(image)

  const { secret } = server.services
  const absent = [
    `blind/${'0'.repeat(32)}-320.webp`,
    `${name}-321.webp`,
    `${name}.webp`,
    // A logo of the book that was not drawn, and one of another day.
    `blind/${pictureToken(secret, 'blind', { list: 1, logo_id: 1_000_000 })}-320.webp`,
    `blind/${pictureToken(secret, 'blind', { list: 2, logo_id: logo.logo_id })}-320.webp`,
    `blind/${pictureToken(secret, 'bench', { list: 1, logo_id: logo.logo_id })}-320.webp`,
  ]
  for (const each of absent) expect([each, (await get(each)).statusCode]).toEqual([each, 404])
  server.clock.aheadMs = dayMs
  expect((await get(`${name}-320.webp`)).statusCode).toBe(200)
  server.clock.aheadMs = 2 * dayMs
  expect((await get(`${name}-320.webp`)).statusCode).toBe(404)
  server.clock.aheadMs = 0
  await hide(logo.logo_id)
  expect((await get(`${name}-320.webp`)).statusCode).toBe(404)
})

test('the names come with five kept, in the order of the squares, without shares among the first players', async () => {
  await createBook()
  const { tiles, players } = await play()
  expect(players).toBe(1)
  expect(tiles.map(tile => tile!.logo_id)).toEqual(await drawnToday())
  expect(tiles[0]).toMatchObject({ logo: expect.stringContaining('Secretmark'), kept_ct: null })
})

test('shares are told from fifty players on', async () => {
  await createBook()
  for (let by = 1; by < playersForShares; by++) {
    // Each from another network.
    await sql`delete from limit_count`.execute(server.db)
    await play({ by, kept: by % 2 ? five : [0, 1, 2, 3, 4] })
  }
  const { day } = await findToday()
  const answer = await play({ by: 50, kept: five, day })
  expect(answer.players).toBe(50)
  expect([1, 6, 0, 19].map(place => answer.tiles[place]!.kept_ct)).toEqual([50, 26, 24, 0])
})

test('a device counts once a day, also if it sends different guesses again or at the same moment', async () => {
  await createBook()
  const [{ players }] = await Promise.all([play(), play(), play({ kept: [0, 2, 4, 5, 7] })])
  expect(players).toBe(1)
  await play({ kept: [0, 2, 4, 5, 7] })
  const { player_ct, kept_cts } = await server.db
    .selectFrom('blind_day')
    .select(['player_ct', 'kept_cts'])
    .executeTakeFirstOrThrow()
  expect(player_ct).toBe(1)
  expect(kept_cts.reduce((a, b) => a + b)).toBe(5)
})

test('the record of a day’s players is deleted once the day can no longer be finished, and a device cannot be followed over several days', async () => {
  await createBook()
  await play()
  server.clock.aheadMs = dayMs
  await play()
  const rows = () => server.db.selectFrom('blind_player').select('device').execute()
  const [first, second] = await rows()
  expect(first!.device.equals(second!.device)).toBe(false)
  await clearOld(server.db, new Date(Date.now() + dayMs))
  expect(await rows()).toHaveLength(2)
  await clearOld(server.db, new Date(Date.now() + 2 * dayMs))
  expect(await rows()).toHaveLength(1)
})

test('a result that is sent on the next day counts for its own, and is refused after that', async () => {
  await createBook()
  const { day } = await findToday()
  server.clock.aheadMs = dayMs
  expect((await play({ day })).players).toBe(1)
  server.clock.aheadMs = 2 * dayMs
  const { status, body } = await refusal(play({ day }))
  expect([status, body.error]).toEqual([409, 'That day is over. Today’s twenty are waiting.'])
})

test('a forged result is refused with a sentence', async () => {
  await createBook()
  const { day } = await findToday()
  const send = (input: object) =>
    refusal(
      server.visit().call(api.blind.reveal, { day, kept: bitsOfPlaces(five), device: device(1), ...input }),
    )
  const wrongKeeps = 'Keep 5 of the 20 logos, no more and no fewer.'
  for (const kept of [0, 0b1111, 0b11_1111, (2 ** 20) | 0b1111, -1, 1.5])
    expect(await send({ kept })).toMatchObject({ status: 400, body: { errors: { kept: wrongKeeps } } })
  for (const wrong of ['', 'x'.repeat(32), device(1).slice(1)])
    expect(await send({ device: wrong })).toMatchObject({
      status: 400,
      body: { errors: { device: 'A device is 32 hexadecimal digits.' } },
    })
  expect((await send({ day: 'today' })).status).toBe(400)
  for (const each of ['2026-99-99', '2020-01-01', '2999-01-01'])
    expect([each, (await send({ day: each })).status]).toEqual([each, 409])
  expect(await server.db.selectFrom('blind_player').select('day').execute()).toEqual([])
})

test('twenty results in an hour come from one address; the next gets a sentence, and one that was counted its names', async () => {
  await untilWindowLasts(3600)
  await createBook()
  for (let by = 1; by <= 20; by++) await play({ by })
  const { status, body } = await refusal(play({ by: 21 }))
  expect(status).toBe(429)
  expect(body.error).toMatch(
    /^Many have played from your network in the last hour\. Your five are kept on this device\. Please wait \d+ (minutes|seconds)\.$/,
  )
  expect((await play({ by: 7 })).players).toBe(20)
  server.clock.aheadMs = hourMs
  const { day } = await findToday()
  expect((await play({ by: 21, day })).players).toBeGreaterThan(0)
})

test('the answer says how many of the five kept logos have the most likes', async () => {
  await createBook()
  await findToday()
  const drawn = await drawnToday()
  const fans = await Promise.all(Array.from({ length: 2 }, () => createDesigner(server.db)))
  for (const place of [1, 6, 10, 11, 13])
    for (const { designer_id } of fans)
      await server.db.insertInto('logo_like').values({ designer_id, logo_id: drawn[place]! }).execute()
  expect((await play()).liked_ct).toBe(2)
})

test('the names say which designers the viewer follows, sent and sealed', async () => {
  await createBook()
  const member = await createDesigner(server.db)
  const client = await server.signIn(member)
  const { day } = await findToday(client)
  const shown = () => client.call(api.blind.reveal, { day, kept: bitsOfPlaces(five), device: device(1) })
  const { designer_id } = (await shown()).tiles[6]!
  await client.call(api.designers.follow, { designer_id, state: 1 })
  const followed = ({ tiles }: Awaited<ReturnType<typeof shown>>) =>
    tiles.flatMap((tile, place) => (tile?.is_followed ? [place] : []))
  expect(followed(await shown())).toEqual([6])
  expect(followed(await openNames(await findToday(client), five))).toEqual([6])
  expect(followed(await play({ by: 2 }))).toEqual([])
})
