import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SumsOfDay } from '../../../shared/api/statistics.ts'
import * as api from '../../../shared/api.ts'
import { viewSources } from '../../../shared/rules/statistics.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { clearOld } from '../../jobs/housekeeping.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.aheadMs = 0
})

const today = () => server.services.now().toISOString().slice(0, 10)

/** A designer with a logo, and what the statistics of that designer say. */
async function makeOwner(title = 'Foxglove') {
  const owner = await createDesigner(server.db)
  const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id, title })
  const client = await server.signIn(owner)
  const read = (input = {}) => client.call(api.statistics.find, input)
  const readToday = async (input = {}) => (await read(input)).data.at(-1)!
  return { ...owner, logo_id, client, read, readToday }
}

const makeMember = async () => server.signIn(await createDesigner(server.db))
const view = (client: Client, logo_id: number, more: Partial<Parameters<typeof client.call>[1]> = {}) =>
  client.call(api.logos.find, { logo_id, ...more })

test('a view counts once a day for each viewer, by where it came from, and never the owner’s', async () => {
  const owner = await makeOwner()
  const [first, second] = [await makeMember(), await makeMember()]
  await view(first, owner.logo_id, { via: 'wall' })
  await view(first, owner.logo_id, { via: 'search', words: 'fox' })
  await view(second, owner.logo_id, { via: 'related' })
  await view(server.visit(), owner.logo_id)
  await view(owner.client, owner.logo_id, { via: 'profile' })
  server.clock.aheadMs = dayMs
  await view(first, owner.logo_id, { via: 'wall' })
  const answer = await owner.read()
  expect(answer.count).toBe(365)
  expect(answer.data.at(-1)).toEqual({ day: today(), views: 1, likes: 0, saves: 0, follows: 0 })
  expect(answer.data.at(-2)?.views).toBe(3)
  expect(answer.sources).toEqual({ wall: 2, search: 0, profile: 0, collection: 0, related: 1, outside: 1 })
  const file = await owner.client.send({
    method: 'GET',
    url: `/api/designers/statistics.csv?from=${today()}&to=${today()}`,
  })
  expect(file.body).toBe(`day,views,likes,saves,follows\r\n${today()},1,0,0,0\r\n`)
  const noted = await server.db
    .selectFrom('staff_act')
    .select('what')
    .where('what', '=', 'exports.read')
    .execute()
  expect(noted).toEqual([])
})

test('an unknown source is refused', async () => {
  const { logo_id } = await makeOwner()
  const member = await makeMember()
  const answer = await refusal(view(member, logo_id, { via: 'moon' as never }))
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toHaveProperty('via')
})

test('words are shown from the fifth member up who found the logo by them, and the hashes of four are deleted then', async () => {
  const owner = await makeOwner('Foxglove Inn')
  const search = async (words: string) => view(await makeMember(), owner.logo_id, { via: 'search', words })
  for (let i = 0; i < 4; i++) await search('foxglove  INN')
  // Words that do not find the logo, and words of visitors, are not counted.
  for (let i = 0; i < 5; i++) await search('kangaroo')
  await view(server.visit(), owner.logo_id, { via: 'search', words: 'foxglove inn' })
  const again = await makeMember()
  await view(again, owner.logo_id, { via: 'search', words: 'foxgl' })
  server.clock.aheadMs = dayMs
  for (let i = 0; i < 5; i++) await view(again, owner.logo_id, { via: 'search', words: 'foxgl' })
  server.clock.aheadMs = 0
  expect((await owner.read()).words).toEqual([])
  await search('foxglove inn')
  expect((await owner.read()).words).toEqual([{ words: 'foxglove inn', views: 5 }])
  expect((await owner.read({ logo_id: owner.logo_id })).words).toEqual([{ words: 'foxglove inn', views: 5 }])
  const rows = await server.db
    .selectFrom('logo_words')
    .where('logo_id', '=', owner.logo_id)
    .select(['words', 'searchers'])
    .orderBy('words')
    .execute()
  expect(rows).toEqual([
    { words: 'foxgl', searchers: [expect.any(String)] },
    { words: 'foxglove inn', searchers: null },
  ])
})

test('one’s own acts, and those of suspended and blocked members, are in no figure', async () => {
  const owner = await makeOwner()
  const suspended = await createDesigner(server.db)
  const blocked = await createDesigner(server.db)
  const blocker = await createDesigner(server.db)
  for (const member of [suspended, blocked, blocker]) {
    const client = await server.signIn(member)
    await client.call(api.logos.like, { logo_id: owner.logo_id, state: 1 })
    await client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
    const { light_box_id: collection_id } = await client.call(api.collections.create, { name: 'Shelf' })
    await client.call(api.collections.save, { collection_id, logo_id: owner.logo_id, state: 1 })
  }
  await owner.client.call(api.logos.like, { logo_id: owner.logo_id, state: 1 })
  expect(await owner.readToday()).toMatchObject({ likes: 3, saves: 3, follows: 3 })
  expect((await owner.read()).collections).toHaveLength(3)

  await owner.client.call(api.designers.block, { designer_id: blocked.designer_id, state: 1 })
  await (await server.signIn(blocker)).call(api.designers.block, { designer_id: owner.designer_id, state: 1 })
  await server.db
    .updateTable('designer')
    .set({ suspended_until: new Date(Date.now() + dayMs) })
    .where('designer_id', '=', suspended.designer_id)
    .execute()
  for (const member of [suspended, blocked, blocker])
    await view(await server.signIn(member), owner.logo_id, { via: 'search', words: 'foxglove' })
  expect(await owner.readToday()).toMatchObject({ views: 0, likes: 0, saves: 0, follows: 0 })
  expect(await owner.read()).toMatchObject({ collections: [], words: [] })
  expect(
    await server.db.selectFrom('logo_words').where('logo_id', '=', owner.logo_id).select('words').execute(),
  ).toEqual([])
})

test('private and hidden collections, hidden logos and those of others are in no figure', async () => {
  const owner = await makeOwner()
  const fan = await makeMember()
  const collect = async (name: string, is_public: '0' | '1') => {
    const { light_box_id: collection_id } = await fan.call(api.collections.create, { name, is_public })
    await fan.call(api.collections.save, { collection_id, logo_id: owner.logo_id, state: 1 })
    return collection_id
  }
  await collect('Private shelf', '0')
  const hidden = await collect('Hidden shelf', '1')
  const shown = await collect('Shown shelf', '1')
  await view(fan, owner.logo_id)
  const hide = (table: 'collection' | 'logo', id: number) =>
    sql`update ${sql.table(table)} set hidden_at = now(), hidden_by = 'staff', hidden_why = 'Copied'
      where ${sql.ref(`${table}_id`)} = ${id}`.execute(server.db)
  await hide('collection', hidden)
  expect(await owner.readToday({ logo_id: owner.logo_id })).toEqual({
    day: today(),
    views: 1,
    likes: 0,
    saves: 1,
  })
  expect((await owner.read()).collections).toEqual([{ light_box_id: shown, name: 'Shown shelf' }])
  const other = await makeOwner()
  expect((await refusal(other.read({ logo_id: owner.logo_id }))).status).toBe(404)
  await hide('logo', owner.logo_id)
  expect((await refusal(owner.read({ logo_id: owner.logo_id }))).status).toBe(404)
  expect(await owner.read()).toMatchObject({ collections: [], sources: { outside: 0 } })
  expect(await owner.readToday()).toMatchObject({ views: 0, saves: 0 })
})

test('a period of more than 366 days, one that ends before it begins, and invalid days are refused', async () => {
  const { client, read } = await makeOwner()
  expect((await read({ from: '2026-01-01', to: '2026-01-31' })).count).toBe(31)
  expect((await read({ to: '2026-02-28' })).data[0]?.day).toBe('2025-03-01')
  for (const query of [
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01',
    'from=2026-02-30',
    'from=yesterday',
    'from=2999-01-01',
  ]) {
    const answer = await client.send({ method: 'GET', url: `/api/designers/statistics?${query}` })
    expect([query, answer.statusCode]).toEqual([query, 400])
    expect(answer.json().errors).toHaveProperty('from')
  }
})

test('every figure equals adding up the rows, for hundreds of acts at random', async () => {
  const owner = await makeOwner()
  const logos = [owner.logo_id]
  for (let i = 0; i < 3; i++)
    logos.push((await createLogo(server.db, { designer_id: owner.designer_id })).logo_id)
  const fans = []
  for (let i = 0; i < 12; i++) fans.push(await createDesigner(server.db))
  const at = () => new Date(Date.now() - Math.floor(Math.random() * 400 * dayMs))
  const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const dayOf = (time: Date) => time.toISOString().slice(0, 10)

  const acts: { what: Exclude<keyof SumsOfDay, 'day'>; logo_id?: number; day: string }[] = []
  for (const { designer_id } of fans) {
    const followed = at()
    acts.push({ what: 'follows', day: dayOf(followed) })
    await server.db
      .insertInto('follow')
      .values({ follower_id: designer_id, followed_id: owner.designer_id, created_at: followed })
      .execute()
    for (const logo_id of logos) {
      const [liked, saved] = [at(), at()]
      acts.push({ what: 'likes', logo_id, day: dayOf(liked) }, { what: 'saves', logo_id, day: dayOf(saved) })
      await server.db.insertInto('logo_like').values({ designer_id, logo_id, created_at: liked }).execute()
      const { collection_id } = await server.db
        .insertInto('collection')
        .values({ designer_id, name: 'Shelf' })
        .returning('collection_id')
        .executeTakeFirstOrThrow()
      await server.db
        .insertInto('collection_logo')
        .values({ collection_id, logo_id, created_at: saved })
        .execute()
    }
  }
  const views = Array.from({ length: 400 }, (_, i) => ({
    logo_id: pick(logos),
    day: dayOf(at()),
    viewer: `viewer ${i}`,
    source: pick(viewSources),
  }))
  for (const { logo_id, day } of views) acts.push({ what: 'views', logo_id, day })
  // In two statements, so that sums are made and added to.
  for (const part of [views.slice(0, 150), views.slice(150)])
    await server.db.insertInto('logo_view').values(part).execute()

  for (const logo_id of [undefined, ...logos]) {
    const { data, sources } = await owner.read({ logo_id })
    const days = new Set(data.map(({ day }) => day))
    const counts = (what: string, day: string) =>
      acts.filter(act => act.what === what && act.day === day && (!logo_id || act.logo_id === logo_id)).length
    for (const sums of data)
      expect(sums).toEqual({
        day: sums.day,
        views: counts('views', sums.day),
        likes: counts('likes', sums.day),
        saves: counts('saves', sums.day),
        ...(!logo_id && { follows: counts('follows', sums.day) }),
      })
    for (const source of viewSources)
      expect(sources[source]).toBe(
        views.filter(v => v.source === source && days.has(v.day) && (!logo_id || v.logo_id === logo_id))
          .length,
      )
  }
  // The rows of views go after two days; their sums stay for the year that is shown, and a month more.
  const before = await owner.read()
  await clearOld(server.db, server.services.now())
  expect(await owner.read()).toEqual(before)
  const kept = await server.db.selectFrom('logo_view').select('day').where('logo_id', 'in', logos).execute()
  expect(kept.every(({ day }) => Date.now() - Date.parse(String(day)) < 3 * dayMs)).toBe(true)
  await clearOld(server.db, new Date(Date.now() + 402 * dayMs))
  expect(await server.db.selectFrom('logo_view_day').select('day').execute()).toEqual([])
})
