import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Designer = Awaited<ReturnType<typeof createDesigner>>
let owner: Designer
let own: Client
let other: Client
beforeEach(async () => {
  owner = await createDesigner(server.db)
  own = await server.signIn(owner)
  other = await server.signIn(await createDesigner(server.db))
})

const create = async (is_public: '0' | '1' = '1', name = 'Owls') =>
  (await own.call(api.collections.create, { name, is_public })).light_box_id
const save = (client: Client, collection_id: number, logo_id: number, state: 0 | 1 = 1) =>
  client.call(api.collections.save, { collection_id, logo_id, state })
const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status
const absent = 2_000_000_000

describe('making a collection', () => {
  test('returns it as every list shows it; public by default', async () => {
    const made = await own.call(api.collections.create, { name: ' Owls ' })
    expect(made).toEqual({
      light_box_id: made.light_box_id,
      name: 'Owls',
      description: '',
      is_public: '1',
      count: 0,
      logo_ids_list: '',
      logo_urls_list: '',
      cover_logo_id: null,
      designer_id: owner.designer_id,
      slug: owner.slug,
      company: owner.company,
      is_helper: 0,
    })
    const secret = await own.call(api.collections.create, { name: 'x', description: 'Why', is_public: '0' })
    expect(secret).toMatchObject({ is_public: '0', description: 'Why' })
  })

  test('accepts a title of 1 to 100 characters, a description of 2,000, and is_public 0 or 1 as text', async () => {
    const sizes = { name: 'n'.repeat(100), description: 'd'.repeat(2000) }
    expect(await own.call(api.collections.create, sizes)).toMatchObject(sizes)
    const errors = async (input: object) =>
      (await refusal(own.call(api.collections.create, input as never))).body.errors
    expect(await errors({ name: ' ' })).toEqual({ name: 'Title is required' })
    expect(await errors({ name: 'n'.repeat(101) })).toEqual({ name: 'At most 100 characters, please.' })
    expect(await errors({ name: 'x', description: 'd'.repeat(2001) })).toEqual({
      description: 'At most 2000 characters, please.',
    })
    for (const is_public of ['2', 1, true, ''])
      expect(await errors({ name: 'x', is_public })).toHaveProperty('is_public')
    expect((await own.call(api.collections.find, { designer_id: 'me' })).length).toBe(1)
  })

  test('is for active members, and only for themselves', async () => {
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect(await statusOf(server.visit().call(api.collections.create, { name: 'x' }))).toBe(401)
    expect(await statusOf(lapsed.call(api.collections.create, { name: 'x' }))).toBe(403)
    const foreign = { name: 'x', designer_id: owner.designer_id, light_box_id: 1, logo_ct: 9 }
    const made = await other.call(api.collections.create, foreign as never)
    expect(made.designer_id).not.toBe(owner.designer_id)
    expect(made.count).toBe(0)
  })
})

describe('one collection', () => {
  test('is returned with all its logos, the last saved first; a list row names the newest six', async () => {
    const collection_id = await create()
    const ids: number[] = []
    for (let i = 0; i < 8; i++) {
      const { logo_id } = await createLogo(server.db)
      await save(own, collection_id, logo_id)
      ids.unshift(logo_id)
    }
    const [found, ...more] = await own.call(api.collections.find, { collection_id })
    expect(more).toEqual([])
    expect(found!.logos!.map(l => l.logo_id)).toEqual(ids)
    expect(found!.logos!.every(l => l.is_collected === 1)).toBe(true)
    expect(found!.count).toBe(8)
    expect(found!.logo_ids_list).toBe(ids.slice(0, 6).join(','))
    const urls = found!.logo_urls_list.split(',')
    expect(urls).toEqual(found!.logos!.slice(0, 6).map(l => `/images/${l.image}-320.webp`))
    const [row] = await own.call(api.collections.find, { designer_id: 'me' })
    expect(row).toEqual({ ...found, logos: undefined, notes: undefined })
    expect(row).not.toHaveProperty('logos')
  })

  test('that is public is open to everyone by its link', async () => {
    const collection_id = await create()
    const { logo_id } = await createLogo(server.db)
    await save(own, collection_id, logo_id)
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    for (const client of [server.visit(), lapsed, other]) {
      const [found] = await client.call(api.collections.find, { collection_id })
      expect(found).toMatchObject({ company: owner.company, count: 1 })
      expect(found!.logos!.map(l => [l.logo_id, l.is_collected])).toEqual([[logo_id, 0]])
    }
  })

  test('that is private is a 404 for everyone but its owner, administrators included', async () => {
    const collection_id = await create('0')
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    const answers = await Promise.all(
      [server.visit(), lapsed, other, admin].map(client =>
        refusal(client.call(api.collections.find, { collection_id })),
      ),
    )
    const nothing = await refusal(other.call(api.collections.find, { collection_id: absent }))
    expect(nothing.status).toBe(404)
    expect(answers).toEqual([nothing, nothing, nothing, nothing])
    expect(await own.call(api.collections.find, { collection_id })).toMatchObject([{ is_public: '0' }])
  })

  test('that is private is hidden from a lapsed owner until the membership is active again', async () => {
    const lapsed = await createDesigner(server.db, { membership: 'lapsed' })
    const { collection_id } = await server.db
      .insertInto('collection')
      .values({ designer_id: lapsed.designer_id, name: 'Mine', is_public: false })
      .returning('collection_id')
      .executeTakeFirstOrThrow()
    const { status, body } = await refusal(
      (await server.signIn(lapsed)).call(api.collections.find, { collection_id }),
    )
    expect([status, body.code]).toEqual([403, 'membership_required'])
  })

  test('needs an id or a slug', async () => {
    expect(await statusOf(own.call(api.collections.find, {}))).toBe(400)
    for (const url of ['collection_id=x', 'collection_id=0', 'designer_id=you', 'logo_id=-1'])
      expect((await own.send({ method: 'GET', url: `/api/collections?${url}` })).statusCode).toBe(400)
    expect(await statusOf(own.call(api.collections.find, { collection_id: 99_999_999_999 }))).toBe(404)
  })
})

describe("a designer's collections", () => {
  test('are only the public ones to others, all to the owner, newest first', async () => {
    const [first, secret, last] = [await create(), await create('0', 'Hidden'), await create()]
    const ids = async (client: Client, designer_id: number | 'me') =>
      (await client.call(api.collections.find, { designer_id })).map(c => c.light_box_id)
    expect(await ids(other, owner.designer_id)).toEqual([last, first])
    expect(await ids(own, owner.designer_id)).toEqual([last, secret, first])
    expect(await ids(own, 'me')).toEqual([last, secret, first])
    expect(await ids(other, 'me')).toEqual([])
  })

  test('tell which of them hold a given logo, last saved first; private ones only to their owner', async () => {
    const [holding, empty, secret] = [await create(), await create(), await create('0')]
    const { logo_id } = await createLogo(server.db)
    await save(own, holding, logo_id)
    await save(own, secret, logo_id)
    const saved = (await own.call(api.collections.find, { logo_id })).map(c => [c.light_box_id, c.is_saved])
    expect(saved).toEqual([
      [secret, 1],
      [holding, 1],
      [empty, 0],
    ])
    expect(await other.call(api.collections.find, { logo_id })).toEqual([])
    const foreign = await other.call(api.collections.find, { designer_id: owner.designer_id, logo_id })
    expect(foreign.map(c => c.light_box_id)).toEqual([holding, empty])
  })

  test('are for active members; an unknown designer is 404', async () => {
    await create()
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    for (const input of [
      { designer_id: owner.designer_id },
      { designer_id: 'me' as const },
      { logo_id: 1 },
    ]) {
      expect(await statusOf(server.visit().call(api.collections.find, input))).toBe(401)
      const { status, body } = await refusal(lapsed.call(api.collections.find, input))
      expect([status, body.code]).toEqual([403, 'membership_required'])
    }
    expect(await statusOf(own.call(api.collections.find, { designer_id: absent }))).toBe(404)
  })
})

describe('changing a collection', () => {
  test('returns it as it is now; fields that are left out stay', async () => {
    const collection_id = await create('0')
    const changed = { name: 'Night birds', description: 'Owls and bats', is_public: '1' as const }
    expect(await own.call(api.collections.update, { collection_id, ...changed })).toMatchObject(changed)
    const renamed = await own.call(api.collections.update, { collection_id, name: 'Birds' })
    expect(renamed).toMatchObject({ ...changed, name: 'Birds' })
    const hidden = await own.call(api.collections.update, { collection_id, name: 'Birds', is_public: '0' })
    expect(hidden.is_public).toBe('0')
    expect(await statusOf(other.call(api.collections.find, { collection_id }))).toBe(404)
    const wrong = own.call(api.collections.update, { collection_id, name: '', is_public: '3' as never })
    expect(Object.keys((await refusal(wrong)).body.errors!)).toEqual(['name', 'is_public'])
  })

  test('or deleting it is for its owner: for others a public one is 403, a private one 404', async () => {
    const [open, secret] = [await create('1'), await create('0')]
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    for (const client of [other, admin])
      for (const [collection_id, status] of [
        [open, 403],
        [secret, 404],
        [absent, 404],
      ] as const) {
        const theirs = { collection_id, name: 'Taken', is_public: '1' as const }
        expect(await statusOf(client.call(api.collections.update, theirs))).toBe(status)
        expect(await statusOf(client.call(api.collections.remove, { collection_id }))).toBe(status)
      }
    expect((await own.call(api.collections.find, { designer_id: 'me' })).map(c => c.name)).toEqual([
      'Owls',
      'Owls',
    ])
  })

  test('by deleting it removes its saves and keeps the logos', async () => {
    const collection_id = await create()
    const { logo_id } = await createLogo(server.db)
    await save(own, collection_id, logo_id)
    expect(await own.call(api.collections.remove, { collection_id })).toEqual({ light_box_id: collection_id })
    expect(await statusOf(own.call(api.collections.remove, { collection_id }))).toBe(404)
    const { data } = await own.call(api.logos.find, { logo_id })
    expect(data[0]).toMatchObject({ collection_ct: 0, is_collected: 0 })
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })
})

describe('a save', () => {
  test('repeated counts once, and removed counts no more', async () => {
    const [first, second] = [await create(), await create('0')]
    const { logo_id } = await createLogo(server.db)
    const answer = (collection_id: number, is_collected: 0 | 1, collection_ct: number) => ({
      logo_id,
      collection_id,
      is_collected,
      collection_ct,
    })
    expect(await save(own, first, logo_id)).toEqual(answer(first, 1, 1))
    expect(await save(own, first, logo_id)).toEqual(answer(first, 1, 1))
    expect(await save(own, second, logo_id)).toEqual(answer(second, 1, 2))
    // The other collection still holds it.
    expect(await save(own, first, logo_id, 0)).toEqual(answer(first, 1, 1))
    expect(await save(own, second, logo_id, 0)).toEqual(answer(second, 0, 0))
    expect(await save(own, second, logo_id, 0)).toEqual(answer(second, 0, 0))
  })

  test('goes into the member’s own collection only', async () => {
    const [open, secret] = [await create('1'), await create('0')]
    const { logo_id } = await createLogo(server.db)
    await save(own, open, logo_id)
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    for (const client of [other, admin])
      for (const state of [0, 1] as const) {
        expect(await statusOf(save(client, open, logo_id, state))).toBe(403)
        expect(await statusOf(save(client, secret, logo_id, state))).toBe(404)
        expect(await statusOf(save(client, absent, logo_id, state))).toBe(404)
      }
    const counts = (await own.call(api.collections.find, { designer_id: 'me' })).map(c => c.count)
    expect(counts).toEqual([0, 1])
  })

  test('of an unknown logo is 404, a malformed one 400; inactive members cannot save', async () => {
    const collection_id = await create()
    const { logo_id } = await createLogo(server.db)
    for (const state of [0, 1] as const)
      for (const missing of [absent, 99_999_999_999])
        expect(await statusOf(save(own, collection_id, missing, state))).toBe(404)
    for (const body of [{ logo_id }, { collection_id }, { collection_id, logo_id, state: '1' }])
      expect(await statusOf(own.call(api.collections.save, body as never))).toBe(400)
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect(await statusOf(save(server.visit(), collection_id, logo_id))).toBe(401)
    expect(await statusOf(save(lapsed, collection_id, logo_id))).toBe(403)
  })

  test('made by forty concurrent calls is one', async () => {
    const collection_id = await create()
    const { logo_id } = await createLogo(server.db)
    const answers = await Promise.all(Array.from({ length: 40 }, () => save(own, collection_id, logo_id)))
    expect(new Set(answers.map(a => a.collection_ct))).toEqual(new Set([1]))
    expect((await own.call(api.collections.find, { collection_id }))[0]).toMatchObject({ count: 1 })
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('and its removal in forty concurrent calls leave counts and rows equal', async () => {
    const collection_id = await create()
    const { logo_id } = await createLogo(server.db)
    await Promise.all(Array.from({ length: 40 }, (_, i) => save(own, collection_id, logo_id, i % 2 ? 1 : 0)))
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('appears in the feed of the logo’s owner while the collection is public; a private one is never named', async () => {
    const [open, secret] = [await create('1', 'Open'), await create('0', 'Secret')]
    const designer = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id: designer.designer_id })
    const theirs = await server.signIn(designer)
    const feed = async () => JSON.stringify(await theirs.call(api.designers.activity, {}))
    await save(own, secret, logo_id)
    expect(await feed()).toBe('{"activity":[],"count":[0]}')
    await save(own, open, logo_id)
    expect(await feed()).toContain('"collection_name":"Open"')
    await own.call(api.collections.update, { collection_id: open, name: 'Open', is_public: '0' })
    expect(await feed()).toBe('{"activity":[],"count":[0]}')
    await own.call(api.collections.update, { collection_id: secret, name: 'Secret', is_public: '1' })
    expect(await feed()).toContain('"collection_name":"Secret"')
    await save(own, secret, logo_id, 0)
    expect(await feed()).toBe('{"activity":[],"count":[0]}')
  })
})
