import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as api from '../../../shared/api.ts'
import { mostSimilar, similarFrom } from '../../../shared/rules/look.ts'
import { allowSvg } from '../../../tests/allow-svg.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilWindowLasts,
} from '../../../tests/server.ts'
import type { Announcements } from '../../db/listen.ts'
import { mostWaiting, openLookIndex } from '../../db/look-index.ts'
import { countOf } from '../../http/limits.ts'
import { writeLimits } from '../../http/write-limits.ts'
import { compareAll, compareNext } from '../../jobs/compare-looks.ts'
import { describeNext } from '../../jobs/describe-logos.ts'
import { modelVersion, viewBytes } from '../../lib/look/describe.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
import { setLooks } from './queries.ts'

allowSvg()
let server: TestServer
/** A second process on the same database, which hears of everything by notifications alone. */
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({}, { databaseUrl: server.databaseUrl })
})
afterAll(async () => {
  await other?.close()
  await server.close()
})

const arrow = 'M20 40h40V20l30 30-30 30V60H20z'
const knot = 'M50 10 90 50 50 90 10 50zM50 30 70 50 50 70 30 50z'
const crescent = 'M60 10a40 40 0 1 0 0 80 50 50 0 0 1 0-80z'

type Drawing = { ink?: string; ground?: string; transform?: string; width?: number; height?: number }
const draw = (
  path: string,
  { ink = '#c8102e', ground = '#ffffff', transform = '', width = 500, height = 500 }: Drawing = {},
) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100"><rect x="-100" y="-100" width="300" height="300" fill="${ground}"/><path transform="${transform}" fill-rule="evenodd" fill="${ink}" d="${path}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

const base64 = (picture: Buffer) => picture.toString('base64')

async function upload(client: Client, title: string, picture: Buffer) {
  const file_base64 = base64(picture)
  const { logo_id } = await client.call(api.logos.submit, { logo: title, logotype: 'Symbol', file_base64 })
  return logo_id
}

async function newMember() {
  const designer = await createDesigner(server.db)
  return { ...designer, client: await server.signIn(designer) }
}

const nearTo = async (client: Client, logo_id: number, emphasis: 'shape' | 'both' | 'color' = 'shape') =>
  (await client.call(api.look.similar, { logo_id, emphasis, page_size: 100 })).data

test('a logo in other colours is found by shape first, one in its colours by colour first, in every process', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  const mark = await upload(ada.client, 'Arrow', await draw(arrow))
  const recoloured = await upload(
    ben.client,
    'Blue arrow',
    await draw(arrow, { ink: '#0057b8', ground: '#fff3c4' }),
  )
  const sameColour = await upload(ben.client, 'Crescent', await draw(crescent))
  const reader = await other.signIn(ada)
  await expect
    .poll(async () => (await nearTo(reader, mark)).map(logo => logo.logo_id), { timeout: 20_000 })
    .toContain(sameColour)
  const byShape = await nearTo(reader, mark)
  expect(byShape[0]).toMatchObject({ logo_id: recoloured })
  expect(byShape[0]!.likeness).toBeGreaterThanOrEqual(95)
  expect(byShape.find(logo => logo.logo_id === sameColour)!.likeness).toBeLessThan(70)
  const byColour = await nearTo(reader, mark, 'color')
  expect(byColour[0]).toMatchObject({ logo_id: sameColour, likeness: 100 })
  expect(byShape.map(logo => logo.logo_id)).not.toContain(mark)
})

test('hidden and deleted logos and those of blocked designers are in no answer of any process', async () => {
  const [ada, ben, eve] = [await newMember(), await newMember(), await newMember()]
  const mark = await upload(ada.client, 'Knot', await draw(knot))
  const [hidden, deleted, blocked] = [
    await upload(ben.client, 'Hidden knot', await draw(knot, { ink: '#00843d' })),
    await upload(ben.client, 'Deleted knot', await draw(knot, { ink: '#5c2d91' })),
    await upload(eve.client, 'Blocked knot', await draw(knot, { ink: '#ff6a13' })),
  ]
  const reader = await other.signIn(ada)
  const listed = async () => (await nearTo(reader, mark)).map(logo => logo.logo_id)
  await expect.poll(listed, { timeout: 20_000 }).toEqual(expect.arrayContaining([hidden, deleted, blocked]))
  await ada.client.call(api.designers.block, { designer_id: eve.designer_id, state: 1 })
  expect(await listed()).not.toContain(blocked)
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' })
    .where('logo_id', '=', hidden)
    .execute()
  expect(await listed()).not.toContain(hidden)
  expect((await refusal(server.visit().call(api.look.similar, { logo_id: hidden }))).status).toBe(404)
  const logos = () => other.services.look.state()!.logos
  const before = logos()
  await ben.client.call(api.logos.remove, { logo_id: deleted })
  expect(await listed()).not.toContain(deleted)
  // The index itself forgets both.
  await expect.poll(logos).toBeLessThan(before)
  await server.db
    .updateTable('logo')
    .set({ hidden_at: null, hidden_by: null, hidden_why: null })
    .where('logo_id', '=', hidden)
    .execute()
  await expect.poll(listed).toContain(hidden)
})

test('a visitor and a lapsed member get the first twelve, and more is for members', async () => {
  const { client } = await newMember()
  const mark = await upload(client, 'Many', await draw(crescent, { transform: 'rotate(10 50 50)' }))
  const [look] = await server.db
    .selectFrom('logo_look')
    .where('logo_id', '=', mark)
    .select(['model_version', 'views'])
    .execute()
  for (let i = 0; i < 14; i++)
    await server.db
      .insertInto('logo_look')
      .values({ ...look!, logo_id: (await createLogo(server.db)).logo_id })
      .execute()
  await expect.poll(async () => (await nearTo(client, mark)).length, { timeout: 20_000 }).toBeGreaterThan(13)
  const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
  for (const caller of [server.visit(), lapsed]) {
    const list = await caller.call(api.look.similar, { logo_id: mark, page_size: 100 })
    expect([list.count, list.data.length]).toEqual([12, 12])
  }
  const beyond = { logo_id: mark, page: 2, page_size: 12 }
  expect((await refusal(server.visit().call(api.look.similar, beyond))).status).toBe(401)
  expect((await refusal(lapsed.call(api.look.similar, beyond))).status).toBe(403)
  expect((await refusal(lapsed.call(api.look.similarToPicture, { file_base64: 'eA==' }))).status).toBe(403)
})

test('a picture of any shape finds its original, also mirrored and turned, and is not kept', async () => {
  const { client } = await newMember()
  const path = 'M10 10h50v20H30v20h20v20H30v20H10z'
  const mark = await upload(client, 'Letter', await draw(path))
  const files = await server.db
    .selectFrom('logo')
    .select(eb => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  const asked: Drawing[] = [
    { width: 800, height: 400 },
    { transform: 'translate(100 0) scale(-1 1)' },
    { transform: 'rotate(90 50 50)', ink: '#111111' },
  ]
  for (const drawing of asked) {
    const picture = base64(await draw(path, drawing))
    const search = async () => {
      const { data } = await client.call(api.look.similarToPicture, {
        file_base64: picture,
        emphasis: 'shape',
      })
      return [data[0]?.logo_id, (data[0]?.likeness ?? 0) >= 88]
    }
    await expect.poll(search, { timeout: 20_000 }).toEqual([mark, true])
  }
  expect(
    await server.db
      .selectFrom('logo')
      .select(eb => eb.fn.countAll().as('n'))
      .executeTakeFirst(),
  ).toEqual(files)
})

test('a file that can’t be compared is refused with a sentence at its field, and counts under the limit if it was decoded', async () => {
  const { client, designer_id } = await newMember()
  const counted = () =>
    countOf(server.db, writeLimits.searchedPictures, String(designer_id), server.services.now())
  await untilWindowLasts(writeLimits.searchedPictures.seconds)
  const clear = await sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const [plain, point] = [await makePicture({ side: 300 }), await makePicture({ side: 1 })]
  // Its first bytes are right, its pixels are not.
  const damaged = await draw(arrow)
  damaged.fill(0, damaged.indexOf('IDAT') + 4, damaged.indexOf('IDAT') + 60)
  for (const [picture, sentence] of [
    [plain, /one colour only/],
    [point, /one colour only/],
    [clear, /one colour only/],
    [damaged, /JPG, PNG/],
    [Buffer.from('GIF89a, or so it says'), /JPG, PNG/],
    [Buffer.alloc(8_000_001), /8MB/],
  ] as const) {
    const { status, body } = await refusal(
      client.call(api.look.similarToPicture, { file_base64: base64(picture) }),
    )
    expect([status, body.errors]).toEqual([400, { file_base64: expect.stringMatching(sentence) }])
  }
  // What the first bytes betray was not decoded.
  expect(await counted()).toBe(4)
  const emphasis = 'size' as 'shape'
  expect((await refusal(client.call(api.look.similar, { logo_id: 1, emphasis }))).status).toBe(400)
  const drawn = base64(await draw(knot))
  expect(
    (await refusal(client.call(api.look.similarToPicture, { file_base64: drawn, emphasis }))).status,
  ).toBe(400)
  expect((await refusal(client.call(api.look.similar, { logo_id: 2_000_000_000 }))).status).toBe(404)
  // A photograph, which is mostly noise, is compared like a logo, and resembles none.
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  const photograph = await sharp({
    create: { width: 200, height: 120, channels: 3, background: '#000000', noise },
  })
    .jpeg()
    .toBuffer()
  const mark = await upload(client, 'Planted', await draw(knot, { transform: 'scale(.9)' }))
  await expect.poll(async () => (await nearTo(client, mark)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const near = (picture: Buffer) =>
    client.call(api.look.similarToPicture, {
      file_base64: base64(picture),
      emphasis: 'shape',
      page_size: 100,
    })
  // What stands in a corner is outside of the picture when that is tilted.
  expect((await near(await draw('M0 0h5v5H0z'))).count).toBeGreaterThan(0)
  const likenesses = (await near(photograph)).data.map(logo => logo.likeness)
  expect(likenesses.length).toBeGreaterThan(1)
  expect(likenesses).toEqual(likenesses.toSorted((a, b) => b - a))
  expect(likenesses[0]).toBeLessThan(similarFrom)
  const animated = await sharp(
    [await draw(arrow, { width: 60, height: 60 }), await draw(knot, { width: 60, height: 60 })],
    { join: { animated: true } },
  )
    .gif()
    .toBuffer()
  // Of an animation the first frame is compared.
  const still = await sharp(await draw(arrow, { width: 60, height: 60 }))
    .gif()
    .toBuffer()
  expect((await near(animated)).data).toEqual((await near(still)).data)
})

test('of one member’s pictures four are received at once; more are refused before their bodies are read', async () => {
  const { client } = await newMember()
  const body = JSON.stringify({ file_base64: base64(await draw(arrow)) })
  const gate = Promise.withResolvers<void>()
  let read = 0
  const send = () => {
    const payload = new Readable({
      read() {
        read++
        void gate.promise.then(() => {
          this.push(body)
          this.push(null)
        })
      },
    })
    return client.send({
      method: 'POST',
      url: '/api/logos/similar',
      headers: { 'content-type': 'application/json' },
      body: payload,
    })
  }
  const first = Array.from({ length: 4 }, send)
  await expect.poll(() => read).toBe(4)
  const refused = await send()
  expect([refused.statusCode, read]).toEqual([429, 4])
  gate.resolve()
  expect((await Promise.all(first)).map(answer => answer.statusCode)).toEqual(Array(4).fill(200))
})

test('a picture counts once with its emphases and pages, six in all', async () => {
  const { client, designer_id } = await newMember()
  await untilWindowLasts(writeLimits.searchedPictures.seconds)
  const counted = () =>
    Promise.all(
      [writeLimits.searchedPictures, writeLimits.comparedUploads].map(limit =>
        countOf(server.db, limit, String(designer_id), server.services.now()),
      ),
    )
  const [one, other] = [base64(await draw(arrow)), base64(await draw(knot))]
  for (const emphasis of ['shape', 'both', 'color'] as const)
    await client.call(api.look.similarToPicture, { file_base64: one, emphasis })
  expect(await counted()).toEqual([1, 0])
  await client.call(api.look.similarToPicture, { file_base64: other, before_upload: 1 })
  expect(await counted()).toEqual([1, 1])
  for (let i = 0; i < 3; i++) await client.call(api.look.similarToPicture, { file_base64: one, page: 2 })
  expect(await counted()).toEqual([1, 1])
  await client.call(api.look.similarToPicture, { file_base64: one })
  expect(await counted()).toEqual([2, 1])
})

test('at most 200 are listed; to a viewer who has blocked the owners of the nearest, as many others', async () => {
  const [viewer, blocked, owner] = [await newMember(), await newMember(), await newMember()]
  const mark = await upload(viewer.client, 'Crowd', await draw(arrow, { transform: 'rotate(70 50 50)' }))
  const look = await server.db
    .selectFrom('logo_look')
    .where('logo_id', '=', mark)
    .select(['model_version', 'views'])
    .executeTakeFirstOrThrow()
  const further = Buffer.from(look.views).fill(64, 0, 8)
  for (const { designer_id, count, views } of [
    { ...blocked, count: 251, views: look.views },
    { ...owner, count: 3, views: further },
  ]) {
    const logos = await server.db
      .insertInto('logo')
      .values(
        Array.from({ length: count }, () => ({
          designer_id,
          title: 'Crowd',
          logotype: 'Symbol' as const,
          image: 'c0'.repeat(16),
          side: 900,
        })),
      )
      .returning('logo_id')
      .execute()
    await server.db
      .insertInto('logo_look')
      .values(logos.map(({ logo_id }) => ({ ...look, logo_id, views })))
      .execute()
  }
  const count = async () => (await viewer.client.call(api.look.similar, { logo_id: mark })).count
  await expect.poll(count, { timeout: 20_000 }).toBe(mostSimilar)
  await viewer.client.call(api.designers.block, { designer_id: blocked.designer_id, state: 1 })
  const owners = async () => (await nearTo(viewer.client, mark)).map(logo => logo.designer_id)
  await expect
    .poll(async () => (await owners()).filter(id => id === owner.designer_id).length, { timeout: 20_000 })
    .toBe(3)
  await server.db.deleteFrom('logo').where('image', '=', 'c0'.repeat(16)).execute()
})

test('a new picture waits to be compared until all logos are described: an original could be among the others', async () => {
  const { db, files } = server
  const [ada, ben] = [await newMember(), await newMember()]
  const path = 'M10 10h30v50h50v30H10zM60 10h30v30H60z'
  const original = await upload(ada.client, 'Undescribed', await draw(path))
  await db.deleteFrom('logo_look').where('logo_id', '=', original).execute()
  const copy = await upload(ben.client, 'Copy', await draw(path, { ink: '#0057b8' }))
  const { signal } = new AbortController()
  const reports = () =>
    db.selectFrom('report').where('subject_id', '=', copy).select('original_url').execute()
  const waits = () => db.selectFrom('look_check').where('logo_id', '=', copy).select('logo_id').execute()
  await compareAll(server.services, signal)
  expect([await reports(), (await waits()).length]).toEqual([[], 1])
  for (let after: number | undefined = 0; after !== undefined; )
    after = await describeNext({ db, files }, after)
  await expect
    .poll(async () => (await nearTo(ben.client, copy)).map(logo => logo.logo_id), { timeout: 20_000 })
    .toContain(original)
  await compareUntilDone(waits)
  expect(await reports()).toEqual([{ original_url: `/logo/${original}` }])
})

/** Compares new pictures, as the job does again and again, until none of these waits. */
async function compareUntilDone(waits: () => Promise<unknown[]>) {
  const { signal } = new AbortController()
  const rest = async () => {
    await compareAll(server.services, signal)
    return waits()
  }
  await expect.poll(rest, { timeout: 20_000 }).toEqual([])
}

test('a new picture waits while the index may have missed a change, or has yet to read one: that could be the original', async () => {
  const { db } = server
  const [ada, ben] = [await newMember(), await newMember()]
  const path = 'M10 10h20v60h20V10h20v80H10z'
  const announcements = new EventEmitter() as Announcements
  let isListening = false
  announcements.isListening = () => isListening
  const look = openLookIndex(server.databaseUrl, announcements)
  try {
    look.start()
    await expect.poll(() => look.state(), { timeout: 20_000 }).toBeDefined()
    const original = await upload(ada.client, 'Missed', await draw(path))
    const copy = await upload(ben.client, 'Its copy', await draw(path, { ink: '#0057b8' }))
    const compare = async () => {
      await compareAll({ ...server.services, look }, new AbortController().signal)
      const report = db.selectFrom('report').where('subject_id', '=', copy).select('original_url')
      const waiting = db.selectFrom('look_check').where('logo_id', '=', copy).select('logo_id')
      return [(await waiting.execute()).length, (await report.execute()).map(row => row.original_url)]
    }
    expect(await compare()).toEqual([1, []])
    isListening = true
    announcements.emit('listening')
    // Told to read all again, which it has not done yet.
    expect(look.isCurrent()).toBe(false)
    await expect.poll(() => look.isCurrent(), { timeout: 20_000 }).toBe(true)
    expect(await compare()).toEqual([0, [`/logo/${original}`]])
  } finally {
    await look.close()
  }
})

test('an upload with an empty picture resembles no logo and is not reported', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  const plain = (channels: 3 | 4, background: { r: number; g: number; b: number; alpha?: number }) =>
    sharp({ create: { width: 600, height: 600, channels, background } })
      .png()
      .toBuffer()
  const ids = [
    await upload(ada.client, 'Plain', await plain(3, { r: 12, g: 120, b: 90 })),
    await upload(ben.client, 'Plain, too', await plain(3, { r: 90, g: 12, b: 120 })),
    await upload(ben.client, 'Clear', await plain(4, { r: 9, g: 9, b: 9, alpha: 0 })),
  ]
  for (const logo_id of ids) {
    expect(await ada.client.call(api.look.similar, { logo_id })).toEqual({ data: [], count: 0 })
    const related = await ada.client.call(api.logos.related, { logo_id })
    expect(related.data.filter(logo => logo.because !== 'keywords')).toEqual([])
  }
  while (await compareNext(server.services));
  expect(
    await server.db.selectFrom('report').where('subject_id', 'in', ids).select('subject_id').execute(),
  ).toEqual([])
})

test('of 200 searches at once by one member few wait and the rest is refused; those of many members are answered or refused', async () => {
  const { client } = await newMember()
  const mark = await upload(client, 'Asked', await draw(arrow, { transform: 'rotate(45 50 50)' }))
  const url = `/api/logos/similar?logo_id=${mark}&page_size=1`
  const statuses = async (clients: Client[]) =>
    (await Promise.all(clients.map(each => each.send({ method: 'GET', url })))).map(
      answer => answer.statusCode,
    )
  const own = await statuses(Array.from({ length: 200 }, () => client))
  expect([...new Set(own)].toSorted()).toEqual([200, 429])
  const members = await Promise.all(Array.from({ length: 12 }, newMember))
  const all = await statuses(Array.from({ length: 200 }, (_, i) => members[i % members.length]!.client))
  expect(all.filter(status => status === 200).length).toBeGreaterThan(0)
  expect(all.filter(status => ![200, 429, 503].includes(status))).toEqual([])
  expect(await statuses([client])).toEqual([200])
})

test('while the thread’s queue is full, searches of other members are refused, and other calls are answered', async () => {
  const { client } = await newMember()
  const mark = await upload(client, 'Queued', await draw(arrow, { transform: 'rotate(30 50 50)' }))
  const silent = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {})',
  )
  const queue = openLookIndex('postgres:///', undefined, () => {}, silent)
  const search = vi.spyOn(server.services.look, 'nearest').mockImplementation(queue.nearest)
  try {
    const members = await Promise.all(Array.from({ length: 12 }, newMember))
    const ask = async (i: number) => {
      const url = `/api/logos/similar?logo_id=${mark}&page_size=${1 + (i % 100)}`
      return (await members[i % members.length]!.client.send({ method: 'GET', url })).statusCode
    }
    const first = ask(0)
    await expect.poll(() => search.mock.calls.length).toBe(1)
    const waiting = Array.from({ length: mostWaiting - 1 }, () =>
      queue.nearest(...search.mock.calls[0]!).catch(() => 'closed'),
    )
    const refused = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i + 1)))
    expect([...new Set(refused)].toSorted()).toEqual([429, 503])
    expect((await client.call(api.logos.fresh, {})).data[0]!.logo_id).toBe(mark)
    await queue.close()
    expect(await first).toBe(503)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['closed']))
  } finally {
    search.mockRestore()
    await queue.close()
  }
  expect((await client.call(api.look.similar, { logo_id: mark })).count).toBeGreaterThan(0)
})

test('of visitors few of one address wait at once, and all of them take at most half of the queue: members are answered', async () => {
  const { client } = await newMember()
  const mark = await upload(client, 'Visited', await draw(arrow, { transform: 'rotate(20 50 50)' }))
  const gate = Promise.withResolvers<void>()
  const { nearest } = server.services.look
  const search = vi.spyOn(server.services.look, 'nearest').mockImplementation(async (...args) => {
    await gate.promise
    return nearest(...args)
  })
  try {
    // A page size of its own, so that no two share an answer.
    const visits = (addresses: string[], from: number) =>
      addresses.map((remoteAddress, i) =>
        server.app
          .inject({
            method: 'GET',
            url: `/api/logos/similar?logo_id=${mark}&page_size=${from + i}`,
            remoteAddress,
          })
          .then(answer => answer.statusCode),
      )
    const own = visits(Array(9).fill('203.0.113.7'), 1)
    await expect.poll(() => search.mock.calls.length).toBe(4)
    const others = visits(
      Array.from({ length: 20 }, (_, i) => `198.51.100.${i}`),
      20,
    )
    await expect.poll(() => search.mock.calls.length).toBe(16)
    const asked = client.call(api.look.similar, { logo_id: mark, page_size: 1 })
    await expect.poll(() => search.mock.calls.length).toBe(17)
    gate.resolve()
    expect((await asked).data.length).toBe(1)
    expect((await Promise.all(own)).toSorted()).toEqual([...Array(4).fill(200), ...Array(5).fill(429)])
    expect((await Promise.all(others)).toSorted()).toEqual([...Array(12).fill(200), ...Array(8).fill(503)])
  } finally {
    gate.resolve()
    search.mockRestore()
  }
})

test('logos without a descriptor are described by a job that resumes; a missing picture does not stop it', async () => {
  const { db, files } = server
  const picture = await decodeLogo(await draw(crescent, { transform: 'rotate(90 50 50)' }))
  await storeLogo(files, picture)
  const { client } = await newMember()
  const [first, missing] = [
    await createLogo(db, { image: picture.image, side: picture.side }),
    await createLogo(db),
  ]
  // Before the job has come to it, its picture is read for the answer.
  expect((await client.call(api.look.similar, { logo_id: first.logo_id })).count).toBeGreaterThan(0)
  for (let after: number | undefined = 0; after !== undefined; )
    after = await describeNext({ db, files }, after)
  const rows = await db
    .selectFrom('logo_look')
    .where('logo_id', 'in', [first.logo_id, missing.logo_id])
    .orderBy('logo_id')
    .select('views')
    .execute()
  expect(rows.map(row => row.views.length > 0)).toEqual([true, false])
  expect(rows[0]!.views.equals(picture.look)).toBe(true)
})

test('a descriptor of an older version is made again; one of the next release, and one of a replaced picture, stay', async () => {
  const { db, files } = server
  const picture = await decodeLogo(await draw(crescent, { transform: 'rotate(200 50 50)' }))
  await storeLogo(files, picture)
  const insert = async (model_version: number) => {
    const { logo_id } = await createLogo(db, { image: picture.image, side: picture.side })
    await db
      .insertInto('logo_look')
      .values({ logo_id, model_version, views: Buffer.alloc(viewBytes, 64) })
      .execute()
    return logo_id
  }
  const older = await insert(modelVersion - 1)
  const newer = await insert(modelVersion + 1)
  const versions = async () =>
    (
      await db
        .selectFrom('logo_look')
        .where('logo_id', 'in', [older, newer])
        .orderBy('logo_id')
        .select('model_version')
        .execute()
    ).map(row => row.model_version - modelVersion)
  for (let after: number | undefined = 0; after !== undefined; )
    after = await describeNext({ db, files }, after)
  expect(await versions()).toEqual([0, 1])
  // A batch that was read before the other process had written.
  const { hash, look: views } = picture
  await setLooks(db, [{ logo_id: newer, hash, views }])
  expect(await versions()).toEqual([0, 1])
  // A batch whose picture was replaced while it was described.
  await setLooks(db, [{ logo_id: older, hash: hash.toUpperCase(), views: Buffer.alloc(0) }])
  const row = db.selectFrom('logo_look').where('logo_id', '=', older).select('views')
  expect((await row.executeTakeFirstOrThrow()).views.equals(views)).toBe(true)
  const { client } = await newMember()
  await expect
    .poll(() => client.call(api.look.similar, { logo_id: older }).then(list => list.count))
    .toBeGreaterThan(0)
  expect((await nearTo(client, older)).map(logo => logo.logo_id)).not.toContain(newer)
})

test('related logos say what they have in common, of four other designers', async () => {
  const [ada, ben, cleo] = [await newMember(), await newMember(), await newMember()]
  const path = 'M10 20h80L50 80z'
  const mark = await upload(ada.client, 'Delta', await draw(path))
  await upload(ben.client, 'Delta again', await draw(path, { ink: '#00a3ad' }))
  await upload(ben.client, 'Delta once more', await draw(path, { ink: '#5c2d91' }))
  const worded = await createLogo(server.db, {
    designer_id: cleo.designer_id,
    keywords: ['triangle', 'nabla'],
  })
  await server.db
    .updateTable('logo')
    .set({ keywords: ['triangle', 'nabla'] })
    .where('logo_id', '=', mark)
    .execute()
  await nearTo(ada.client, mark)
  const related = async () => (await ada.client.call(api.logos.related, { logo_id: mark })).data
  await expect
    .poll(async () => (await related()).map(logo => logo.designer_id), { timeout: 20_000 })
    .toContain(ben.designer_id)
  const list = await related()
  expect(new Set(list.map(logo => logo.designer_id)).size).toBe(list.length)
  expect(list.find(logo => logo.designer_id === ben.designer_id)).toMatchObject({ because: 'shape' })
  expect(list.find(logo => logo.logo_id === worded.logo_id)).toMatchObject({ because: 'keywords' })
})

/** Adds logos of a designer that look the same as a logo. */
async function addAlike(logoId: number, designer_id: number, count: number) {
  const look = await server.db
    .selectFrom('logo_look')
    .where('logo_id', '=', logoId)
    .select(['model_version', 'views'])
    .executeTakeFirstOrThrow()
  const added: number[] = []
  for (let i = 0; i < count; i++) {
    const { logo_id } = await createLogo(server.db, { designer_id })
    await server.db
      .insertInto('logo_look')
      .values({ ...look, logo_id })
      .execute()
    added.push(logo_id)
  }
  return added
}

test('a series of alike logos by one designer hides no other: related, before an upload, and beside a flagged entry', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  const chair = await server.signIn(await createDesigner(server.db, { role: 'chair', membership: 'lapsed' }))
  const path = 'M10 90V10h15v45l40-45h22L48 52l42 38H68L25 58v32z'
  const mark = await upload(ada.client, 'Series', await draw(path))
  const other = await upload(ben.client, 'Alone', await draw(path, { ink: '#0057b8' }))
  // More than the neighbours that are kept of a logo, and than the matches that are read at once.
  const series = await addAlike(mark, ada.designer_id, 260)
  const logos = () => server.services.look.state()!.logos
  await expect
    .poll(() => server.services.look.isCurrent() && logos(), { timeout: 20_000 })
    .toBeGreaterThan(260)
  const compared = async (client: Client) =>
    (
      await client.call(api.look.similar, { logo_id: mark, emphasis: 'shape', others_first: 1, page_size: 3 })
    ).data.map(logo => [logo.logo_id, logo.likeness >= similarFrom])
  await expect
    .poll(() => compared(chair), { timeout: 20_000 })
    .toEqual([
      [other, true],
      [series.at(-1), true],
      [expect.any(Number), false],
    ])
  const related = (await ben.client.call(api.logos.related, { logo_id: mark })).data
  expect(related.find(logo => logo.logo_id === other)).toMatchObject({ because: 'shape' })
  const { data } = await ada.client.call(api.look.similarToPicture, {
    file_base64: base64(await draw(path)),
    emphasis: 'shape',
    before_upload: 1,
    page_size: 100,
  })
  expect(data.filter(logo => logo.likeness >= similarFrom).map(logo => logo.designer_id)).toEqual([
    ben.designer_id,
    ada.designer_id,
  ])
  await server.db.deleteFrom('logo').where('logo_id', 'in', series).execute()
})

test('the chair compares a flagged logo with those like it, but not with hidden ones', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  const chair = await server.signIn(await createDesigner(server.db, { role: 'chair', membership: 'lapsed' }))
  const path = 'M10 10h80v20H60v60H40V30H10z'
  const flagged = await upload(ben.client, 'Flagged', await draw(path, { ink: '#5c2d91' }))
  const original = await upload(ada.client, 'Original', await draw(path))
  const hidden = await upload(ada.client, 'Hidden original', await draw(path, { ink: '#00843d' }))
  const compared = async () =>
    (await chair.call(api.look.similar, { logo_id: flagged, emphasis: 'shape', page_size: 3 })).data
      .filter(logo => logo.likeness >= similarFrom)
      .map(logo => logo.logo_id)
      .toSorted((a, b) => a - b)
  await expect.poll(compared, { timeout: 20_000 }).toEqual([original, hidden])
  await server.db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' })
    .where('logo_id', '=', hidden)
    .execute()
  expect(await compared()).toEqual([original])
  // A hidden logo would wait to be compared until it is shown, and is shown before it is deleted.
  await server.db
    .updateTable('logo')
    .set({ hidden_at: null, hidden_by: null, hidden_why: null })
    .where('logo_id', '=', hidden)
    .execute()
  await server.db.deleteFrom('logo').where('logo_id', '=', hidden).execute()
})

test('staff are told of a new picture that looks like another designer’s, also mirrored and turned, but not of a common shape', async () => {
  const { db } = server
  const [ada, ben] = [await newMember(), await newMember()]
  const path = 'M15 10h20v60h45v20H15z'
  const first = await upload(ada.client, 'Corner', await draw(path))
  const own = await upload(ada.client, 'Own corner', await draw(path, { ink: '#00843d' }))
  await expect
    .poll(async () => (await nearTo(ada.client, first)).map(logo => logo.logo_id), { timeout: 20_000 })
    .toContain(own)
  const copies = {
    recoloured: await upload(ben.client, 'Blue', await draw(path, { ink: '#0057b8' })),
    mirrored: await upload(
      ben.client,
      'Mirrored',
      await draw(path, { transform: 'translate(100 0) scale(-1 1)' }),
    ),
    turned: await upload(
      ben.client,
      'Turned',
      await draw(path, { transform: 'rotate(90 50 50)', ink: '#111111' }),
    ),
  }
  const other = await upload(ben.client, 'Another', await draw('M50 5 95 95H5zM50 40 70 80H30z'))
  const compareEach = async () => {
    while (await compareNext(server.services));
  }
  const reported = async (ids: number[]) =>
    (
      await db
        .selectFrom('report')
        .where('kind', '=', 'logo')
        .where('subject_id', 'in', ids)
        .orderBy('subject_id')
        .select(['subject_id', 'found', 'reason', 'text', 'original_url'])
        .execute()
    ).map(({ subject_id, ...report }) => [subject_id, report] as const)
  await compareEach()
  const reportOf = (how: string) => ({
    found: 'same picture',
    reason: 'copied',
    text: expect.stringMatching(new RegExp(`^${how}, its shape matches the original’s by (9[789]|100)%\\.$`)),
    original_url: expect.stringMatching(new RegExp(`^/logo/(${first}|${own})$`)),
  })
  expect(await reported(Object.values(copies))).toEqual([
    [copies.recoloured, reportOf('As it is')],
    [copies.mirrored, reportOf('Mirrored')],
    [copies.turned, reportOf('Turned by (90|270)°')],
  ])
  // The originals were here first, however late they are compared.
  expect(await reported([first, own, other])).toEqual([])
  // Once compared, it is not compared again.
  const compared = [first, own, other, ...Object.values(copies)]
  expect(
    await db.selectFrom('look_check').where('logo_id', 'in', compared).select('logo_id').execute(),
  ).toEqual([])

  // A shape that many designers have is not reported.
  const { model_version, views } = await db
    .selectFrom('logo_look')
    .where('logo_id', '=', other)
    .select(['model_version', 'views'])
    .executeTakeFirstOrThrow()
  for (let i = 0; i < 9; i++) {
    const { logo_id } = await createLogo(db)
    await db.insertInto('logo_look').values({ logo_id, model_version, views }).execute()
  }
  await expect
    .poll(async () => (await nearTo(ada.client, other)).filter(logo => logo.likeness >= 97).length, {
      timeout: 20_000,
    })
    .toBeGreaterThanOrEqual(9)
  await db.insertInto('look_check').values({ logo_id: other }).execute()
  await compareEach()
  expect(await reported([other])).toEqual([])

  // A dismissed report covers its picture alone: another picture of the same logo is reported again, once.
  await db.deleteFrom('look_check').execute()
  const rowsOf = () => reported([copies.recoloured])
  const decide = async () => {
    const moderator = await server.signIn(await createDesigner(db, { role: 'moderator' }))
    const open = await db
      .selectFrom('report')
      .where('subject_id', '=', copies.recoloured)
      .where('decision_id', 'is', null)
      .select('report_id')
      .execute()
    await moderator.call(api.desk.reports.decide, {
      report_ids: open.map(row => row.report_id),
      decision: 'dismiss',
      why: 'A common shape',
    })
  }
  await decide()
  await db.insertInto('look_check').values({ logo_id: copies.recoloured }).execute()
  await compareEach()
  expect(await rowsOf()).toHaveLength(1)
  await ben.client.call(api.logos.replacePicture, {
    logo_id: copies.recoloured,
    file_base64: base64(await draw(path, { ink: '#ff6a13' })),
  })
  await compareEach()
  expect(await rowsOf()).toHaveLength(2)
})
