import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { maxCollectionLogos } from '../../../shared/rules/limits.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let owner: Awaited<ReturnType<typeof createDesigner>>
let own: Client
let other: Client
let collection_id: number
let ids: number[]
beforeEach(async () => {
  server.clock.aheadMs = 0
  owner = await createDesigner(server.db)
  own = await server.signIn(owner)
  other = await server.signIn(await createDesigner(server.db))
  collection_id = (await own.call(api.collections.create, { name: 'Owls', is_public: '0' })).light_box_id
  ids = []
  for (let i = 0; i < 4; i++) {
    const { logo_id } = await createLogo(server.db)
    await own.call(api.collections.save, { collection_id, logo_id, state: 1 })
    ids.unshift(logo_id)
  }
})

const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status
const open = async (client: Client, input: object = { collection_id }) =>
  (await client.call(api.collections.find, input as never))[0]!
const orderOf = async (input?: object) => (await open(own, input)).logos!.map(logo => logo.logo_id)
const move = (logo_id: number, after: number | null, client = own) =>
  client.call(api.collections.order, { collection_id, logo_id, after })

describe('the own order', () => {
  test('begins as the last saved first; a logo moves behind another or to the front; what is saved later comes first', async () => {
    const [a, b, c, d] = ids as [number, number, number, number]
    expect(await orderOf()).toEqual([a, b, c, d])
    await move(a, c)
    expect(await orderOf()).toEqual([b, c, a, d])
    await move(d, null)
    expect(await orderOf()).toEqual([d, b, c, a])
    const { logo_id } = await createLogo(server.db)
    await own.call(api.collections.save, { collection_id, logo_id, state: 1 })
    expect(await orderOf()).toEqual([logo_id, d, b, c, a])
    expect(await orderOf({ collection_id, sort: 'newest' })).toEqual([logo_id, a, b, c, d])
    await move(a, a)
    expect(new Set(await orderOf())).toEqual(new Set([logo_id, ...ids]))
  })

  test('holds all of several concurrent moves', async () => {
    const [a, b, c, d] = ids as [number, number, number, number]
    await Promise.all([move(a, d), move(b, null), move(c, b)])
    const order = await orderOf()
    expect(order.indexOf(a)).toBeGreaterThan(order.indexOf(d))
    expect([...order].sort()).toEqual([...ids].sort())
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('is its owner’s to change, of logos that it holds', async () => {
    expect(await statusOf(move(ids[0]!, null, other))).toBe(404)
    const { logo_id } = await createLogo(server.db)
    expect(await statusOf(move(logo_id, null))).toBe(404)
    expect(await statusOf(move(ids[0]!, logo_id))).toBe(404)
    await server.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('logo_id', '=', ids[1]!)
      .execute()
    expect(await statusOf(move(ids[1]!, null))).toBe(404)
    expect(
      await statusOf(own.call(api.collections.note, { collection_id, logo_id: ids[1]!, note: 'Seen.' })),
    ).toBe(404)
    await own.call(api.collections.update, { collection_id, name: 'Owls', is_public: '1' })
    expect(await statusOf(move(ids[0]!, null, other))).toBe(403)
  })
})

test('the cover comes first in lists while the collection holds it', async () => {
  const change = (cover_logo_id: number | null) =>
    own.call(api.collections.update, { collection_id, name: 'Owls', cover_logo_id })
  const last = ids[3]!
  expect(await change(last)).toMatchObject({ cover_logo_id: last })
  expect((await open(own, { designer_id: 'me' })).logo_ids_list).toBe([last, ...ids.slice(0, 3)].join())
  await own.call(api.collections.save, { collection_id, logo_id: last, state: 0 })
  expect(await open(own)).toMatchObject({ cover_logo_id: null })
  expect(await change(null)).toMatchObject({ cover_logo_id: null })
})

test('notes of up to 500 characters are told to the owner alone, and an empty one is none', async () => {
  const note = (text: string, client = own, logo_id = ids[0]!) =>
    client.call(api.collections.note, { collection_id, logo_id, note: text })
  await note('The third draft.')
  expect((await open(own)).notes).toEqual([{ logo_id: ids[0], note: 'The third draft.' }])
  expect(await statusOf(note('x'.repeat(501)))).toBe(400)
  expect(await statusOf(note('x', other))).toBe(404)
  await own.call(api.collections.update, { collection_id, name: 'Owls', is_public: '1' })
  expect(await statusOf(note('x', other))).toBe(403)
  expect((await open(other)).notes).toBeUndefined()
  await note('')
  expect((await open(own)).notes).toEqual([])
})

test('the 2,001st logo is refused; one that it holds already is not', async () => {
  await server.db
    .updateTable('collection')
    .set({ logo_ct: 2000 })
    .where('collection_id', '=', collection_id)
    .execute()
  const { logo_id } = await createLogo(server.db)
  const save = (id: number) => own.call(api.collections.save, { collection_id, logo_id: id, state: 1 })
  expect(await statusOf(save(logo_id))).toBe(409)
  expect(await save(ids[0]!)).toMatchObject({ is_collected: 1 })
})

test('of concurrent saves, only as many are kept as there is room for', async () => {
  await server.db
    .updateTable('collection')
    .set({ logo_ct: maxCollectionLogos - 1 })
    .where('collection_id', '=', collection_id)
    .execute()
  const logos = await Promise.all(Array.from({ length: 4 }, () => createLogo(server.db)))
  const saved = await Promise.allSettled(
    logos.map(({ logo_id }) => own.call(api.collections.save, { collection_id, logo_id, state: 1 })),
  )
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await open(own)).count).toBe(maxCollectionLogos)
})

describe('a client link', () => {
  const until = () => new Date(Date.now() + server.clock.aheadMs + 7 * dayMs).toISOString()
  const make = async () => {
    const { url } = await own.call(api.collections.makeLink, { collection_id, until: until() })
    return url!.split('/client/')[1]!
  }
  const opened = async () => (await own.call(api.collections.findLink, { collection_id })).opened
  const dead = async (link: string, client = server.visit()) => {
    const { status, body } = await refusal(open(client, { link }))
    expect([status, body]).toEqual([404, { error: 'This link doesn’t work anymore.' }])
  }

  test('opens a private collection with its notes to anyone, in its own order', async () => {
    await own.call(api.collections.note, { collection_id, logo_id: ids[1]!, note: 'Ask about the red.' })
    await move(ids[3]!, null)
    const link = await make()
    expect(link).toMatch(/^[\w-]{43}$/)
    const found = await open(server.visit(), { link })
    expect(found).toMatchObject({
      name: 'Owls',
      count: 4,
      notes: [{ logo_id: ids[1], note: 'Ask about the red.' }],
    })
    expect(found.logos!.map(logo => logo.logo_id)).toEqual([ids[3], ids[0], ids[1], ids[2]])
    // The collection itself stays private, and the address is told once.
    expect(await statusOf(open(server.visit()))).toBe(404)
    expect(await own.call(api.collections.findLink, { collection_id })).toMatchObject({ url: null })
    const rows = await server.db.selectFrom('collection_link').select('token_hash').execute()
    expect(rows.map(row => row.token_hash.toString('latin1')).join()).not.toContain(link)
  })

  test('ends on its day, when it is ended, when another is made, when the collection is hidden or deleted: always with the same answer', async () => {
    await dead('never-was')
    const first = await make()
    const second = await make()
    await dead(first)
    server.clock.aheadMs = 8 * dayMs
    await dead(second)
    server.clock.aheadMs = 0
    await open(server.visit(), { link: second })
    await own.call(api.collections.removeLink, { collection_id })
    await dead(second)
    const third = await make()
    await server.db
      .updateTable('collection')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('collection_id', '=', collection_id)
      .execute()
    await dead(third)
    await dead(third, own)
    expect(await statusOf(own.call(api.collections.makeLink, { collection_id, until: until() }))).toBe(409)
    // It ends for good also while the collection is hidden and its owner is suspended.
    await server.db
      .updateTable('designer')
      .set({ suspended_until: new Date(Date.now() + dayMs) })
      .where('designer_id', '=', owner.designer_id)
      .execute()
    expect(await statusOf(move(ids[0]!, null))).toBe(403)
    await own.call(api.collections.removeLink, { collection_id })
    await server.db
      .updateTable('designer')
      .set({ suspended_until: null })
      .where('designer_id', '=', owner.designer_id)
      .execute()
    await server.db
      .updateTable('collection')
      .set({ hidden_at: null, hidden_by: null, hidden_why: null })
      .where('collection_id', '=', collection_id)
      .execute()
    await dead(third)
    const fourth = await make()
    await open(server.visit(), { link: fourth })
    await own.call(api.collections.remove, { collection_id })
    await dead(fourth)
  })

  test('shows no hidden logo, and none of a designer who has a block with its owner or the viewer', async () => {
    const [blocker, blocked] = [await createDesigner(server.db), await createDesigner(server.db)]
    const marks: number[] = []
    for (const { designer_id } of [blocker, blocked]) {
      const { logo_id } = await createLogo(server.db, { designer_id })
      await own.call(api.collections.save, { collection_id, logo_id, state: 1 })
      await own.call(api.collections.note, { collection_id, logo_id, note: 'Seen.' })
      marks.push(logo_id)
    }
    await server.db
      .updateTable('logo')
      .set({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
      .where('logo_id', '=', ids[0]!)
      .execute()
    const link = await make()
    const shown = async (client: Client) => {
      const found = await open(client, { link })
      expect(found.count).toBe(found.logos!.length)
      return found.logos!.map(logo => logo.logo_id)
    }
    expect(await shown(server.visit())).toEqual([marks[1], marks[0], ...ids.slice(1)])
    await (await server.signIn(blocker)).call(api.designers.block, {
      designer_id: owner.designer_id,
      state: 1,
    })
    expect(await shown(server.visit())).toEqual([marks[1], ...ids.slice(1)])
    expect(await shown(await server.signIn(blocked))).toEqual([marks[1], ...ids.slice(1)])
    await own.call(api.designers.block, { designer_id: blocked.designer_id, state: 1 })
    const found = await open(server.visit(), { link })
    expect(found.logos!.map(logo => logo.logo_id)).toEqual(ids.slice(1))
    expect([found.notes, found.logo_ids_list]).toEqual([[], ids.slice(1).join()])
  })

  test('counts each viewer once a day, and not its owner', async () => {
    const link = await make()
    for (const client of [own, server.visit(), server.visit(), other, other]) await open(client, { link })
    expect(await opened()).toBe(2)
    server.clock.aheadMs = dayMs
    await open(other, { link })
    expect(await opened()).toBe(3)
  })

  test('is its owner’s to make, with a day within the next year', async () => {
    const makeUntil = (value: string, client = own) =>
      client.call(api.collections.makeLink, { collection_id, until: value })
    for (const value of ['', 'soon', '2026-13-45', '2020-01-01', '2099-01-01'])
      expect(Object.keys((await refusal(makeUntil(value))).body.errors ?? {})).toEqual(['until'])
    expect(await statusOf(makeUntil(until(), other))).toBe(404)
    expect(await statusOf(other.call(api.collections.findLink, { collection_id }))).toBe(404)
    expect(await statusOf(other.call(api.collections.removeLink, { collection_id }))).toBe(404)
  })
})
