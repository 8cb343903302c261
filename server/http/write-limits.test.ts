import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../../tests/factories.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilWindowLasts,
} from '../../tests/server.ts'
import { Overloaded } from '../lib/errors.ts'
import { countIfChanged, type Limit } from './limits.ts'
import { holdFile, writeLimits } from './write-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ DEMO: '0' })
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.aheadMs = 0
})

async function member() {
  const designer = await createDesigner(server.db)
  return { ...designer, client: await server.signIn(designer) }
}

/** Leaves a member `left` writes before the limit. */
async function spend(limit: Limit, designerId: number, left: number) {
  await untilWindowLasts(limit.seconds)
  const now = server.services.now()
  await countIfChanged(server.services, limit, designerId, async () => ({ isChanged: true, result: 0 }))
  await server.db
    .updateTable('limit_count')
    .set({ count: limit.most - left })
    .where('key', '=', `${limit.name}:${designerId}`)
    .where('window_start', '<=', now)
    .execute()
}

/** Posts as the page does, and gives the whole answer. */
const post = (client: Client, url: string, body: object) => client.send({ method: 'POST', url, body })

type Writing = {
  limit: Limit
  hours: number
  make: (client: Client) => Promise<() => Promise<unknown>>
}
const upload = async (input: object = {}) => ({
  logo: 'Mark',
  logotype: 'Symbol' as const,
  file_base64: (await makePicture({ side: 40 })).toString('base64'),
  ...input,
})
/** Another picture each time; of one colour, or of white and a tint of it, it could not be compared. */
const drawComparable = async () => {
  const background = '#ffffff'
  const pale = await sharp(await makePicture({ side: 80 }))
    .extend({ left: 80, background })
    .toBuffer()
  const picture = sharp(pale).extend({ bottom: 20, background: '#111111' })
  return (await picture.toBuffer()).toString('base64')
}
const writings: Record<string, Writing> = {
  comments: {
    limit: writeLimits.comments,
    hours: 1 / 6,
    make: async client => {
      const { logo_id } = await createLogo(server.db)
      return () => client.call(api.logos.addComment, { logo_id, comment: 'Good.' })
    },
  },
  likes: {
    limit: writeLimits.marks,
    hours: 1,
    make: async client => async () =>
      client.call(api.logos.like, { logo_id: (await createLogo(server.db)).logo_id, state: 1 }),
  },
  saves: {
    limit: writeLimits.marks,
    hours: 1,
    make: async client => {
      const { light_box_id } = await client.call(api.collections.create, { name: 'Shelf' })
      return async () => {
        const { logo_id } = await createLogo(server.db)
        return client.call(api.collections.save, { collection_id: light_box_id, logo_id, state: 1 })
      }
    },
  },
  follows: {
    limit: writeLimits.follows,
    hours: 24,
    make: async client => async () =>
      client.call(api.designers.follow, {
        designer_id: (await createDesigner(server.db)).designer_id,
        state: 1,
      }),
  },
  collections: {
    limit: writeLimits.collections,
    hours: 1,
    make: async client => () => client.call(api.collections.create, { name: 'Shelf' }),
  },
  'searched pictures': {
    limit: writeLimits.searchedPictures,
    hours: 1,
    make: async client => async () =>
      client.call(api.look.similarToPicture, { file_base64: await drawComparable() }),
  },
  'compared uploads': {
    limit: writeLimits.comparedUploads,
    hours: 1,
    make: async client => async () =>
      client.call(api.look.similarToPicture, { file_base64: await drawComparable(), before_upload: 1 }),
  },
  uploads: {
    limit: writeLimits.uploads,
    hours: 1,
    make: async client => async () => client.call(api.logos.submit, await upload()),
  },
}

test('the limits are the ones that were decided', () => {
  expect(Object.values(writeLimits).map(({ most, seconds }) => [most, seconds])).toEqual([
    [30, 600],
    [1000, 3600],
    [300, 86_400],
    [60, 3600],
    [60, 3600],
    [120, 3600],
    [120, 3600],
  ])
})

describe.each(Object.entries(writings))('%s', (_, { limit, hours, make }) => {
  test('are limited for each member, and the limit resets by itself', async () => {
    const [one, other] = [await member(), await member()]
    const [write, others] = [await make(one.client), await make(other.client)]
    await spend(limit, one.designer_id, 2)
    for (let i = 0; i < 2; i++) await write()
    const { status, body } = await refusal(write())
    expect([status, body.error]).toEqual([429, expect.stringContaining(limit.sentence!)])
    await others()
    server.clock.aheadMs = hours * 3_600_000
    await write()
  })

  test('sent in parallel do not exceed the limit', async () => {
    const one = await member()
    const write = await make(one.client)
    await spend(limit, one.designer_id, 1)
    const both = await Promise.allSettled([write(), write(), write()])
    expect(both.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  })
})

test('a refusal says when to retry', async () => {
  const { client, designer_id } = await member()
  const { logo_id } = await createLogo(server.db)
  await spend(writeLimits.marks, designer_id, 0)
  const answer = await post(client, '/api/logos/like', { logo_id, state: 1 })
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
})

test('calls that change nothing, or fail, are not counted', async () => {
  const { client, designer_id } = await member()
  const { logo_id } = await createLogo(server.db)
  const friend = await createDesigner(server.db)
  const shelf = await client.call(api.collections.create, { name: 'Shelf' })
  const picture = await upload({ upload_key: 'one-upload' })
  const twice = async (): Promise<unknown[]> => [
    await client.call(api.logos.like, { logo_id, state: 1 }),
    await client.call(api.collections.save, { logo_id, collection_id: shelf.light_box_id, state: 1 }),
    await client.call(api.designers.follow, { designer_id: friend.designer_id, state: 1 }),
    await client.call(api.logos.submit, picture),
  ]
  await twice()
  const counts = async () =>
    Object.fromEntries(
      (
        await server.db
          .selectFrom('limit_count')
          .where('key', 'like', `write:%:${designer_id}`)
          .select(['key', 'count'])
          .execute()
      ).map(row => [row.key.split(':')[1], row.count]),
    )
  const once = { collections: 1, follows: 1, marks: 2, uploads: 1 }
  expect(await counts()).toEqual(once)
  await twice()
  const notAPicture = await upload({ file_base64: 'bm90IGEgcGljdHVyZQ==' })
  const failures = [
    client.call(api.logos.like, { logo_id: 999_999_999, state: 1 }),
    client.call(api.logos.addComment, { logo_id: 999_999_999, comment: 'Nobody there?' }),
    client.call(api.designers.follow, { designer_id: 999_999_999, state: 1 }),
    client.call(api.logos.submit, notAPicture),
  ].map(refusal)
  expect((await Promise.all(failures)).map(each => each.status)).toEqual([404, 404, 404, 400])
  expect(await counts()).toEqual({ ...once, comments: 0 })
})

test('limits are ten times as high in demonstration data', async () => {
  const demo = { ...server.services, hasDemoData: true }
  await untilWindowLasts(writeLimits.comments.seconds)
  const { designer_id } = await member()
  const write = (services: typeof demo) =>
    countIfChanged(services, { ...writeLimits.comments, most: 1 }, designer_id, async () => ({
      isChanged: true,
      result: 0,
    }))
  for (let i = 0; i < 10; i++) await write(demo)
  await expect(write(demo)).rejects.toMatchObject({ status: 429 })
})

test('each member may upload three pictures at a time, independently of others', async () => {
  const [one, other] = [await member(), await member()]
  const send = async (client: Client) => post(client, '/api/logos', await upload())
  const gate = Promise.withResolvers<void>()
  const { put } = server.files
  const store = vi.spyOn(server.files, 'put').mockImplementation(async (...args) => {
    await gate.promise
    return put(...args)
  })
  try {
    const taken = [send(one.client), send(one.client), send(one.client)]
    const key = `write:uploads:${one.designer_id}`
    const begun = async () =>
      (await server.db.selectFrom('limit_count').where('key', '=', key).select('count').executeTakeFirst())
        ?.count
    await expect.poll(begun).toBe(3)
    const refused = await send(one.client)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    expect(refused.json()).toMatchObject({ code: 'uploads_under_way' })
    taken.push(send(other.client))
    gate.resolve()
    for (const { statusCode } of await Promise.all(taken)) expect(statusCode).toBe(200)
  } finally {
    store.mockRestore()
  }
  // Each upload that has ended, with or without success, makes room.
  const broken = { ...(await upload()), file_base64: 'x!' }
  for (let i = 0; i < 4; i++) expect((await post(one.client, '/api/logos', broken)).statusCode).toBe(400)
  expect((await send(one.client)).statusCode).toBe(200)
})

test('a caller who has left before being counted takes no place of the eight files', () => {
  const replyOf = (closed: boolean) =>
    ({ raw: Object.assign(new EventEmitter(), { closed }) }) as unknown as FastifyReply
  for (let i = 0; i < 9; i++) holdFile(replyOf(true))
  const open = Array.from({ length: 8 }, () => replyOf(false))
  for (const reply of open) holdFile(reply)
  expect(() => holdFile(replyOf(false))).toThrow(Overloaded)
  for (const reply of open) reply.raw.emit('close')
})

test('comments come in pages of 50, newest first; without a page the newest 200; the count is of all', async () => {
  const { designer_id } = await member()
  const { logo_id } = await createLogo(server.db)
  const rows = Array.from({ length: 230 }, (_, i) => ({
    logo_id,
    designer_id,
    comment: `The ${i}th`,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
  }))
  await server.db.insertInto('comment').values(rows).execute()
  const read = (page?: number) => server.visit().call(api.logos.comments, { logo_id, page })
  const newestFirst = rows.map(row => row.comment).reverse()
  const pages = []
  for (const page of [1, 2, 3, 4, 5, 6]) pages.push(await read(page))
  expect(pages.map(page => page.data.length)).toEqual([50, 50, 50, 50, 30, 0])
  expect(new Set(pages.map(page => page.count))).toEqual(new Set([230]))
  expect(pages.flatMap(page => page.data.map(each => each.comment))).toEqual(newestFirst)
  const newest = await read()
  expect(newest.count).toBe(230)
  expect(newest.data.map(each => each.comment)).toEqual(newestFirst.slice(0, 200))
})
