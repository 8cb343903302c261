import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { clearOldActivity } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a profile is open to everyone by slug or id, without names, address or email', async () => {
  const designer = await createDesigner(server.db, {
    city: 'Lyon',
    country: 'FR',
    phone: '+33 1 23 45 67 89',
  })
  const bySlug = await server.visit().call(api.designers.findProfile, { folder_url: designer.slug })
  expect(bySlug).toMatchObject({
    company: designer.company,
    city: 'Lyon',
    country: 'FR',
    logo_count: 0,
    avatar_url: '',
  })
  expect(await server.visit().call(api.designers.findProfile, { designer_id: designer.designer_id })).toEqual(
    bySlug,
  )
  for (const secret of ['first_name', 'last_name', 'email', 'phone', 'address1', 'password_hash'])
    expect(bySlug).not.toHaveProperty(secret)
})

test('the own profile needs no parameters and has the names; a visitor gets none', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  expect(await member.call(api.designers.findProfile, {})).toMatchObject({
    first_name: 'Robin',
    last_name: 'Vale',
  })
  expect((await refusal(server.visit().call(api.designers.findProfile, {}))).status).toBe(401)
  expect((await refusal(member.call(api.designers.findProfile, { folder_url: 'nobody' }))).status).toBe(404)
})

test('preview logos are the chosen ones in their order, or else the newest ten', async () => {
  const designer = await createDesigner(server.db)
  const logos = []
  for (let i = 0; i < 12; i++) logos.push(await createLogo(server.db, { designer_id: designer.designer_id }))
  const preview = async () =>
    (await server.visit().call(api.designers.findProfile, { folder_url: designer.slug })).profile_logos.map(
      l => l.logo_id,
    )
  expect(await preview()).toEqual(
    logos
      .map(l => l.logo_id)
      .reverse()
      .slice(0, 10),
  )
  const chosen = [logos[4]!, logos[1]!]
  for (const [i, { logo_id, designer_id }] of chosen.entries())
    await server.db
      .insertInto('profile_logo')
      .values({ designer_id, logo_id, position: i + 1 })
      .execute()
  expect(await preview()).toEqual(chosen.map(l => l.logo_id))
})

test('the count of collections is of the public ones for others, of all for the owner', async () => {
  const designer = await createDesigner(server.db)
  for (const is_public of [true, true, false])
    await server.db
      .insertInto('collection')
      .values({ designer_id: designer.designer_id, name: 'Reds', is_public })
      .execute()
  const count = async (client: ReturnType<TestServer['visit']>) =>
    (await client.call(api.designers.findProfile, { folder_url: designer.slug })).collection_count
  expect([await count(server.visit()), await count(await server.signIn(designer))]).toEqual([2, 3])
})

const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status
const absent = [2_000_000_000, 99_999_999_999]

/** A signed-in member and their row. */
async function member(overrides: Parameters<typeof createDesigner>[1] = {}) {
  const designer = await createDesigner(server.db, overrides)
  return { ...designer, client: await server.signIn(designer) }
}

test('the logos chosen for the profile are listed in their order, without a substitute', async () => {
  const { designer_id } = await createDesigner(server.db)
  const logos = [await createLogo(server.db, { designer_id }), await createLogo(server.db, { designer_id })]
  const list = () => server.visit().call(api.designers.profileLogos, { designer_id })
  expect(await list()).toEqual({ data: [], count: 0 })
  for (const [i, { logo_id }] of logos.entries())
    await server.db
      .insertInto('profile_logo')
      .values({ designer_id, logo_id, position: 2 - i })
      .execute()
  const { data, count } = await list()
  expect([data.map(l => l.logo_id), count]).toEqual([logos.map(l => l.logo_id).reverse(), 2])
  for (const absentId of absent)
    expect(await statusOf(server.visit().call(api.designers.profileLogos, { designer_id: absentId }))).toBe(
      404,
    )
})

describe('following', () => {
  test('repeated counts once, and removed counts no more', async () => {
    const { designer_id } = await createDesigner(server.db)
    const { client } = await member()
    const follow = (state: 0 | 1) => client.call(api.designers.follow, { designer_id, state })
    expect(await follow(1)).toEqual({ designer_id, is_followed: 1, follower_count: 1 })
    expect(await follow(1)).toEqual({ designer_id, is_followed: 1, follower_count: 1 })
    expect((await client.call(api.designers.findProfile, { designer_id })).is_followed).toBe(1)
    expect(await follow(0)).toEqual({ designer_id, is_followed: 0, follower_count: 0 })
    expect(await follow(0)).toEqual({ designer_id, is_followed: 0, follower_count: 0 })
  })

  test('is refused for oneself, for an unknown designer, and to visitors and inactive members', async () => {
    const { client, designer_id } = await member()
    const lapsed = await member({ membership: 'lapsed' })
    for (const state of [0, 1] as const) {
      expect(await statusOf(client.call(api.designers.follow, { designer_id, state }))).toBe(400)
      for (const absentId of absent)
        expect(await statusOf(client.call(api.designers.follow, { designer_id: absentId, state }))).toBe(404)
      expect(await statusOf(lapsed.client.call(api.designers.follow, { designer_id, state }))).toBe(403)
      expect(await statusOf(server.visit().call(api.designers.follow, { designer_id, state }))).toBe(401)
    }
    expect(await statusOf(client.call(api.designers.follow, { designer_id: 1, state: 2 as never }))).toBe(400)
  })

  test('and unfollowing each other in forty concurrent calls leaves counts and rows equal', async () => {
    const [a, b, c] = [await member(), await member(), await member()]
    const pairs = [
      [a, b],
      [b, a],
      [b, c],
      [c, a],
    ] as const
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const [from, to] = pairs[i % 4]!
        const state = i % 3 === 0 ? 0 : 1
        return from.client.call(api.designers.follow, { designer_id: to.designer_id, state })
      }),
    )
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })
})

describe('followers and followed', () => {
  test('come ten a page, newest first, with their counts', async () => {
    const { designer_id, client } = await member()
    const people: number[] = []
    // Three share each timestamp: the order must be total all the same.
    for (let i = 0; i < 23; i++) {
      const { designer_id: follower_id } = await createDesigner(server.db)
      people.unshift(follower_id)
      const created_at = new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 3)))
      const both = { created_at, follower_id, followed_id: designer_id }
      await server.db
        .insertInto('follow')
        .values([both, { created_at, follower_id: designer_id, followed_id: follower_id }])
        .execute()
    }
    const { client: other, designer_id: otherId } = await member()
    await other.call(api.designers.follow, { designer_id: people[0]!, state: 1 })
    for (const list of [api.designers.followers, api.designers.following]) {
      const ids: number[] = []
      for (const page of [1, 2, 3, 4]) {
        const { data, count } = await other.call(list, { designer_id, page })
        expect([data.length, count]).toEqual([[10, 10, 3, 0][page - 1], 23])
        ids.push(...data.map(p => p.designer_id))
      }
      expect(ids).toEqual(people)
      const { data } = await other.call(list, { designer_id, page_size: 2 })
      expect(data.map(p => p.is_followed)).toEqual([1, 0])
      expect((await client.call(list, {})).count).toBe(23)
    }
    const { data } = await client.call(api.designers.followers, { designer_id: people[0]! })
    expect(data[0]).toMatchObject({ designer_id: otherId, is_followed: 0 })
  })

  test('show picture, company, slug and the numbers of logos and awards', async () => {
    const avatar = 'a'.repeat(32)
    const { designer_id, client, slug, company } = await member({ avatar })
    const { logo_id } = await createLogo(server.db, { designer_id })
    await award(logo_id, await createBook('book', 71))
    const { designer_id: followed } = await createDesigner(server.db)
    await client.call(api.designers.follow, { designer_id: followed, state: 1 })
    expect(await client.call(api.designers.followers, { designer_id: followed })).toEqual({
      data: [
        {
          designer_id,
          slug,
          company,
          avatar_url: `/images/${avatar}-avatar.webp`,
          logo_count: 1,
          award_count: 1,
          is_followed: 0,
        },
      ],
      count: 1,
    })
  })

  test('are for active members; an unknown designer is 404', async () => {
    const { designer_id, client } = await member()
    const lapsed = await member({ membership: 'lapsed' })
    for (const list of [api.designers.followers, api.designers.following]) {
      expect(await statusOf(server.visit().call(list, { designer_id }))).toBe(401)
      expect(await statusOf(lapsed.client.call(list, { designer_id }))).toBe(403)
      for (const absentId of absent)
        expect(await statusOf(client.call(list, { designer_id: absentId }))).toBe(404)
      expect(await statusOf(client.call(list, { page_size: 101 }))).toBe(400)
    }
  })
})

describe('likes', () => {
  test('are the member’s own, newest first, thirty a page', async () => {
    const { designer_id, client } = await member()
    const ids: number[] = []
    for (let i = 0; i < 35; i++) {
      const { logo_id } = await createLogo(server.db)
      ids.unshift(logo_id)
      const created_at = new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 2)))
      await server.db.insertInto('logo_like').values({ designer_id, logo_id, created_at }).execute()
    }
    const first = await client.call(api.designers.likes, {})
    const second = await client.call(api.designers.likes, { designer_id, page: 2 })
    expect([first.data.length, first.count, second.data.length, second.count]).toEqual([30, 35, 5, 35])
    expect([...first.data, ...second.data].map(l => l.logo_id)).toEqual(ids)
    expect(first.data.every(l => l.is_liked === 1)).toBe(true)
    await client.call(api.logos.like, { logo_id: ids[0]!, state: 0 })
    expect((await client.call(api.designers.likes, {})).count).toBe(34)
  })

  test('of another member are 403 for everyone', async () => {
    const [owner, other] = [await member(), await member()]
    const admin = await member({ role: 'admin' })
    for (const { client } of [other, admin])
      for (const designer_id of [owner.designer_id, ...absent])
        expect(await statusOf(client.call(api.designers.likes, { designer_id }))).toBe(403)
    const lapsed = await member({ membership: 'lapsed' })
    expect(await statusOf(lapsed.client.call(api.designers.likes, {}))).toBe(403)
    expect(await statusOf(server.visit().call(api.designers.likes, {}))).toBe(401)
  })
})

async function createBook(series: 'book' | 'master-book', number: number, state = 'published' as const) {
  const { book_id } = await server.db
    .insertInto('book')
    .values({ series, number, state })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  return book_id
}
const award = (logo_id: number, book_id: number) =>
  server.db.insertInto('award').values({ logo_id, book_id }).execute()

describe('awards', () => {
  test('come by published book, regular books first, then by number; also for visitors', async () => {
    const { designer_id, slug } = await createDesigner(server.db)
    const logos: number[] = []
    for (let i = 0; i < 3; i++) logos.push((await createLogo(server.db, { designer_id })).logo_id)
    const [master, tenth, second] = [
      await createBook('master-book', 1),
      await createBook('book', 10),
      await createBook('book', 2),
    ]
    await award(logos[0]!, master)
    await award(logos[0]!, tenth)
    await award(logos[1]!, second)
    await award(logos[2]!, second)
    await award(logos[1]!, await createBook('book', 11, 'judging' as never))
    await award((await createLogo(server.db)).logo_id, second)
    const find = (book_slug?: string) =>
      server.visit().call(api.designers.awards, { folder_url: slug, book_slug })
    const summary = async (book_slug?: string) =>
      (await find(book_slug)).data.map(g => [g.book, g.slug, g.logos.map(l => l.logo_id)])
    const groups = [
      ['Book 2', 'book-2', [logos[2], logos[1]]],
      ['Book 10', 'book-10', [logos[0]]],
      ['Master Book 1', 'master-book-1', [logos[0]]],
    ]
    expect(await summary()).toEqual(groups)
    expect((await find()).count).toBe(3)
    expect((await find()).data[0]!.logos[0]).toMatchObject({ class_name: 'Awarded', book_id: 2 })
    expect(await summary('book-2')).toEqual([groups[0]])
    expect(await summary('master-book-1')).toEqual([groups[2]])
    // A book in judging, one without an award of theirs, and no book at all.
    for (const none of ['book-11', 'book-3', 'book-02', 'Book 2', 'x', ''])
      expect(await statusOf(find(none))).toBe(404)
  })

  test('are an empty list where there are none; an unknown designer is 404', async () => {
    const { slug } = await createDesigner(server.db)
    const lapsed = await member({ membership: 'lapsed' })
    const none = { data: [], count: 0 }
    expect(await lapsed.client.call(api.designers.awards, { folder_url: slug })).toEqual(none)
    expect(await statusOf(server.visit().call(api.designers.awards, { folder_url: 'nobody' }))).toBe(404)
    expect(await statusOf(server.visit().call(api.designers.awards, { folder_url: '' }))).toBe(400)
  })
})

describe('activity', () => {
  test('lists what others did to the member’s logos, newest first, and not the member’s own acts', async () => {
    const owner = await member()
    const actor = await member()
    const { logo_id, title } = await createLogo(server.db, { designer_id: owner.designer_id })
    const { light_box_id: collection_id } = await actor.client.call(api.collections.create, { name: 'Reds' })
    for (const { client } of [owner, actor]) {
      await client.call(api.logos.like, { logo_id, state: 1 })
      await client.call(api.logos.addComment, { logo_id, comment: 'Fine.' })
    }
    await actor.client.call(api.collections.save, { collection_id, logo_id, state: 1 })
    await actor.client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
    const { activity, count } = await owner.client.call(api.designers.activity, {})
    expect(count).toEqual([4])
    expect(activity.map(a => a.type)).toEqual(['follow', 'save', 'comment', 'like'])
    const { designer_id, slug, company } = actor
    for (const item of activity) expect(item).toMatchObject({ designer_id, slug, company, avatar_url: '' })
    const nothing = { collection_id: null, collection_name: null, comment_text: null }
    expect(activity[0]).toMatchObject({ logo_id: null, logo_name: null, logo_url: null, ...nothing })
    expect(activity[1]).toMatchObject({ collection_id, collection_name: 'Reds', comment_text: null })
    expect(activity[2]).toMatchObject({ ...nothing, comment_text: 'Fine.' })
    expect(activity[3]).toMatchObject({ logo_id, logo_name: title, ...nothing })
    expect(activity[3]!.logo_url).toMatch(/^\/images\/[0-9a-f]{32}-320\.webp$/)
    expect((await actor.client.call(api.designers.activity, {})).activity).toEqual([])
  })

  test('drops an item when its act is undone', async () => {
    const [owner, actor] = [await member(), await member()]
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
    const { client } = actor
    const { light_box_id: collection_id } = await client.call(api.collections.create, { name: 'Reds' })
    const { logo_comment_id } = await client.call(api.logos.addComment, { logo_id, comment: 'Fine.' })
    await client.call(api.collections.save, { collection_id, logo_id, state: 1 })
    await client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
    const types = async () => (await owner.client.call(api.designers.activity, {})).activity.map(a => a.type)
    expect(await types()).toEqual(['follow', 'save', 'comment'])
    await client.call(api.reports.removeComment, { comment_id: logo_comment_id })
    expect(await types()).toEqual(['follow', 'save'])
    await client.call(api.collections.remove, { collection_id })
    expect(await types()).toEqual(['follow'])
    await client.call(api.designers.follow, { designer_id: owner.designer_id, state: 0 })
    expect(await types()).toEqual([])
  })

  test('comes ten a page, each item once; the short form has the newest five', async () => {
    const { designer_id, client } = await member()
    // All have one timestamp: the order must be total all the same.
    const created_at = new Date(Date.UTC(2020, 0, 1))
    for (let i = 0; i < 13; i++) {
      const { designer_id: follower_id } = await createDesigner(server.db)
      await server.db
        .insertInto('follow')
        .values({ follower_id, followed_id: designer_id, created_at })
        .execute()
    }
    const page = (input: object) => client.call(api.designers.activity, input)
    const [first, second, third] = [await page({}), await page({ page: 2 }), await page({ page: 3 })]
    expect([first, second, third].map(p => [p.activity.length, p.count])).toEqual([
      [10, [13]],
      [3, [13]],
      [0, [13]],
    ])
    // An offset that needs more than 32 bits.
    expect((await page({ page: 1_000_000_000 })).activity).toEqual([])
    const designers = [...first.activity, ...second.activity].map(a => a.designer_id)
    expect(new Set(designers).size).toBe(13)
    expect((await page({ per_page: 100 })).activity.map(a => a.designer_id)).toEqual(designers)
    expect(await page({ short: 1 })).toEqual({ activity: first.activity.slice(0, 5) })
    for (const wrong of [{ per_page: 0 }, { per_page: 101 }, { page: 0 }, { short: 2 }])
      expect(await statusOf(page(wrong))).toBe(400)
  })

  test('tells how many logos are entered for the next book', async () => {
    const owner = await member()
    const entered = async () => (await owner.client.call(api.designers.activity, {})).entered
    expect(await entered()).toBeUndefined()
    const enter = async (number: number, state: 'judging' | 'published', logos: number) => {
      const { book_id } = await server.db
        .insertInto('book')
        .values({ series: 'book', number, state })
        .returning('book_id')
        .executeTakeFirstOrThrow()
      for (let i = 0; i < logos; i++) {
        const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
        await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
      }
      return book_id
    }
    await enter(971, 'published', 1)
    expect(await entered()).toBeUndefined()
    const book_id = await enter(970, 'judging', 2)
    const { logo_id } = await createLogo(server.db)
    await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    expect(await entered()).toEqual({ book: 970, logos: 2 })
    expect(await owner.client.call(api.designers.activity, { short: 1 })).not.toHaveProperty('entered')
  })

  test('is for active members', async () => {
    const lapsed = await member({ membership: 'lapsed' })
    for (const input of [{}, { short: 1 as const }]) {
      expect(await statusOf(server.visit().call(api.designers.activity, input))).toBe(401)
      expect(await statusOf(lapsed.client.call(api.designers.activity, input))).toBe(403)
    }
  })
})

test('a feed keeps the last twelve months and at least its newest 100 items; the comments stay', async () => {
  const { db } = server
  const fan = await createDesigner(db)
  const now = new Date()
  const commented = async (daysAgo: number[]) => {
    const owner = await createDesigner(db)
    const { logo_id } = await createLogo(db, { designer_id: owner.designer_id })
    const { designer_id } = fan
    await db
      .insertInto('comment')
      .values(
        daysAgo.map(days => ({
          logo_id,
          designer_id,
          comment: `${days} days ago`,
          created_at: new Date(now.getTime() - days * dayMs),
        })),
      )
      .execute()
    return owner
  }
  const range = (length: number, from: number) => Array.from({ length }, (_, i) => from + i)
  const quiet = await commented([...range(20, 1), ...range(120, 400)])
  const busy = await commented([...range(150, 1), ...range(30, 366)])
  const feedOf = async (owner: typeof quiet) => {
    const member = await server.signIn(owner)
    const { activity, count } = await member.call(api.designers.activity, { per_page: 10, page: 1 })
    const last = await member.call(api.designers.activity, { per_page: 10, page: count![0]! / 10 })
    return { count, newest: activity[0]?.comment_text, oldest: last.activity.at(-1)?.comment_text }
  }
  for (let twice = 0; twice < 2; twice++) {
    await clearOldActivity(db, now)
    expect(await feedOf(quiet)).toEqual({ count: [100], newest: '1 days ago', oldest: '479 days ago' })
    expect(await feedOf(busy)).toEqual({ count: [150], newest: '1 days ago', oldest: '150 days ago' })
  }
  const { n } = await db
    .selectFrom('comment')
    .where('designer_id', '=', fan.designer_id)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(320)
  expect((await wrongCounts.execute(db)).rows).toEqual([])
})
