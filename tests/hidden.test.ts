import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { findPreview } from '../server/features/pages/preview.ts'
import { chooseBitmaps, refreshSuggestions } from '../server/features/search/queries.ts'
import { endpoints } from '../server/http/dev/openapi.ts'
import { drawChanges } from '../server/jobs/draw-atlases.ts'
import { originalName } from '../server/outside/images.ts'
import * as api from '../shared/api.ts'
import { dayMs } from '../shared/rules/time.ts'
import { stripSize } from '../shared/rules/true-sizes.ts'
import { createDesigner, createLogo, pictureFiles } from './factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from './server.ts'
import { wrongCounts } from './wrong-counts.ts'

// What is hidden is in no list. The lists are found in the contract, so that a new one cannot be forgotten.

let server: TestServer
let moderator: Client
/** Logos of nineteen designers, which are in the scene's book. */
let winners: number[]
beforeAll(async () => {
  server = await startTestServer()
  winners = []
  while (winners.length < 19) winners.push((await createLogo(server.db)).logo_id)
  moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.aheadMs = 0
})

/** Fields of answers that show logos, comments or collections. */
const shows =
  /"(logo_id|image|logo_comment_id|comment_id|comment|light_box_id|collection_id|logo_urls_list|logos)":/

const lists = endpoints
  .filter(({ endpoint }) => endpoint.method === 'GET')
  .filter(({ endpoint }) =>
    shows.test(JSON.stringify(z.toJSONSchema(endpoint.output, { io: 'input', unrepresentable: 'any' }))),
  )
  .map(({ endpoint }) => endpoint.path)
  .sort()

/** Staff sees what is hidden there, and an entry of a book is published by its number only. */
const withoutHiding = ['/api/admin/books', '/api/admin/books/results', '/api/books/draw', '/api/news']

const emptyStrip = sharp({ create: { ...stripSize, channels: 3, background: '#d32f2f' } })
  .webp({ lossless: true })
  .toBuffer()

async function makeScene() {
  const { db } = server
  const owner = await createDesigner(db, { company: 'Owner & Sons' })
  const fan = await createDesigner(db, { company: 'Fan' })
  const image = `${(await createLogo(db)).logo_id}`.padStart(8, '0').repeat(4)
  const logo = await createLogo(db, {
    designer_id: owner.designer_id,
    title: 'Hiddenmark',
    industry: 'Hiddentrade',
    client: 'Hiddenclient',
    keywords: ['hiddenword'],
    image,
    side: 900,
  })
  // Another one like it, to which it is related, and under which the comment stands.
  const other = await createLogo(db, {
    designer_id: fan.designer_id,
    title: 'Shownmark',
    industry: 'Hiddentrade',
    keywords: ['hiddenword'],
  })
  const shelf = await db
    .insertInto('collection')
    .values({ designer_id: fan.designer_id, name: 'Hiddenshelf' })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  const stays = await db
    .insertInto('collection')
    .values({ designer_id: fan.designer_id, name: 'Shownshelf' })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  const [ownerClient, fanClient, member] = await Promise.all([
    server.signIn(owner),
    server.signIn(fan),
    createDesigner(db).then(designer => server.signIn(designer)),
  ])
  await fanClient.call(api.logos.like, { logo_id: logo.logo_id, state: 1 })
  await fanClient.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
  for (const { collection_id } of [shelf, stays])
    await fanClient.call(api.collections.save, { collection_id, logo_id: logo.logo_id, state: 1 })
  await fanClient.call(api.collections.save, {
    collection_id: shelf.collection_id,
    logo_id: other.logo_id,
    state: 1,
  })
  await fanClient.call(api.logos.addComment, { logo_id: logo.logo_id, comment: 'Nice.' })
  const comment = await ownerClient.call(api.logos.addComment, {
    logo_id: other.logo_id,
    comment: 'Hiddencomment',
  })
  await ownerClient.call(api.account.setProfileLogos, [logo.logo_id])
  const { url } = await fanClient.call(api.collections.makeLink, {
    collection_id: stays.collection_id,
    until: new Date(Date.now() + dayMs).toISOString(),
  })
  await db
    .insertInto('book')
    .values({ series: 'book', number: 13, state: 'published', published_on: '2026-01-01' })
    .onConflict(c => c.doNothing())
    .execute()
  // Blind draws today's twenty from this book: with a logo by each of twenty designers, all of them.
  await sql`delete from blind_day`.execute(db)
  await sql`delete from award`.execute(db)
  for (const logo_id of [logo.logo_id, ...winners])
    await sql`insert into award (book_id, logo_id) select book_id, ${logo_id}::int from book where number = 13`.execute(
      db,
    )
  await refreshSuggestions(db)
  await chooseBitmaps(db, { least: 1 })
  await server.files.put(`images/${image}-2-strip.webp`, await emptyStrip)
  // Without any original the store would be taken for one whose disk is not mounted.
  await server.files.put(originalName(image), await emptyStrip)
  while (await drawChanges(server));
  return {
    owner,
    fan,
    ownerClient,
    fanClient,
    member,
    image,
    logo_id: logo.logo_id,
    other_id: other.logo_id,
    shelf_id: shelf.collection_id,
    stays_id: stays.collection_id,
    link: url!.split('/client/')[1]!,
    comment_id: comment.logo_comment_id,
    atlas: (await server.visit().call(api.sixteen.find, {})).atlases[0]!.atlas,
  }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

/** Every call that lists something, with what makes it list the scene; by its path. */
const callsOf = (scene: Scene): Record<string, Record<string, string | number>[]> => ({
  '/api/blind': [{}],
  '/api/books/winners': [{ book: 'book-13' }],
  '/api/books': [{}],
  '/api/collections': [
    { designer_id: scene.fan.designer_id },
    { logo_id: scene.logo_id },
    { collection_id: scene.stays_id },
    { link: scene.link },
  ],
  '/api/designers/activity': [{}, { short: 1 }],
  '/api/designers/awards': [{ folder_url: scene.owner.slug }],
  '/api/designers/blocked': [{}],
  '/api/designers/followers': [{ designer_id: scene.owner.designer_id }],
  '/api/designers/following': [{ designer_id: scene.fan.designer_id }],
  '/api/designers/likes': [{}],
  '/api/designers/profile': [
    { designer_id: scene.owner.designer_id },
    { designer_id: scene.fan.designer_id },
  ],
  // Of days before the scene: reading logos here leaves views.
  '/api/designers/statistics': [
    { to: '2026-01-31' },
    { logo_id: scene.logo_id, from: '2026-01-01', to: '2026-01-31' },
  ],
  '/api/designers/profile/logos': [{ designer_id: scene.owner.designer_id }],
  '/api/logos': [
    { logo_id: scene.other_id },
    { designer_id: scene.owner.designer_id },
    { designer_id: scene.owner.designer_id, page_size: 'all' },
    { search_text: 'hiddenmark' },
    { search_text: 'hiddenw', sort: 'popular' },
    { search_client: 'hiddenclient', sort: 'oldest' },
    { filter_category: 'books' },
    { filter_category: 'collections', sort: 'popular' },
    { filter_type: 'symbols', sort: 'popular' },
    {},
  ],
  '/api/logos/beyond': [{}],
  '/api/logos/comments': [{ logo_id: scene.other_id }, { logo_id: scene.other_id, page: 1 }],
  '/api/logos/following': [{}, { page: 1, page_size: 1 }],
  '/api/logos/fresh': [{}, { page: 1, page_size: 3 }],
  '/api/logos/quick-search': [{ search_text: 'hiddenm' }],
  '/api/logos/related': [{ logo_id: scene.other_id }],
  // These logos have no pictures to compare; that hidden ones are left out is tried in look.test.ts.
  '/api/logos/similar': [{ logo_id: scene.other_id }],
  '/api/jury/tiles': [{}],
  '/api/plates': [{ logo_id: scene.logo_id }],
  '/api/sixteen/names': [{ atlas: scene.atlas }],
  // These logos have no looks, and so no shape; that hidden ones are left out is tried in trends.test.ts.
  '/api/trends': [{}],
})

/** What every call answers to every kind of viewer, by viewer, address and query. */
async function readEverything(scene: Scene, paths: readonly string[]) {
  const viewers = {
    visitor: server.visit(),
    member: scene.member,
    fan: scene.fanClient,
    owner: scene.ownerClient,
  }
  const calls = callsOf(scene)
  const answers = new Map<string, string>()
  for (const [name, client] of Object.entries(viewers))
    for (const path of paths)
      for (const query of calls[path]!) {
        const words = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
        const url = `${path}?${words}`
        const { body } = await client.send({ method: 'GET', url })
        answers.set(`${name} ${url}`, body)
      }
  return answers
}

/** An answer without the views that reading it leaves, and without Blind's sealed names, which differ each time. */
const lasting = (body: string) =>
  JSON.parse(
    body
      .replaceAll(/"view_count":\s*\d+/g, '"view_count":0')
      .replaceAll(/"names":\{"salt":[^}]*\}/g, '"names":{}'),
  )

/** How many of Blind's squares show a logo, for each viewer. */
const blindSquares = (answers: Map<string, string>) =>
  [...answers]
    .filter(([key]) => key.includes('/api/blind?'))
    .map(([, body]) => JSON.parse(body).tiles.filter(Boolean).length)

const isIn = (answers: Map<string, string>, mark: string) =>
  [...answers].filter(([, body]) => body.includes(mark)).map(([key]) => key)

test('every list of the contract is either tried here or named as one that hides nothing', () => {
  expect(lists.length).toBeGreaterThan(15)
  const tried = new Set(Object.keys(callsOf({ owner: {}, fan: {} } as Scene)))
  const staffs = (path: string) => path.startsWith('/api/admin/')
  expect(lists.filter(path => !tried.has(path) && !withoutHiding.includes(path) && !staffs(path))).toEqual([])
})

/** Answers to the scene's owner, who has written the comment and still sees it. */
const isOwnComment = (key: string) => key.startsWith('owner /api/logos/comments?')

/** Lists that show the scene before it is hidden. */
const shownIn = {
  logo: [
    '/api/books/winners?',
    '/api/collections?link',
    '/api/designers/activity?',
    '/api/designers/likes?',
    '/api/designers/profile/logos?',
    '/api/logos/following?',
    '/api/logos/fresh?',
    '/api/logos/related?',
    '/api/logos?search_text',
    '/api/logos?search_client',
    '/api/plates?',
    '/api/sixteen/names?',
  ],
  comment: ['/api/designers/activity?', '/api/logos/comments?'],
  collection: ['/api/collections?', '/api/designers/activity?', '/api/designers/statistics?'],
}

test.each(['logo', 'comment', 'collection'] as const)(
  'a hidden %s is in no list, count, search or preview, and everything is as before once it is shown again',
  async kind => {
    const scene = await makeScene()
    const paths = Object.keys(callsOf(scene))
    const id = { logo: scene.logo_id, comment: scene.comment_id, collection: scene.shelf_id }[kind]
    const marks = {
      logo: ['Hiddenmark', scene.image],
      comment: ['Hiddencomment'],
      collection: ['Hiddenshelf'],
    }[kind]
    const before = await readEverything(scene, paths)
    // The scene is in many lists: what is asked for is answered.
    expect(isIn(before, marks[0]!).length).toBeGreaterThan({ logo: 30, comment: 4, collection: 3 }[kind])
    for (const path of shownIn[kind])
      expect([path, isIn(before, marks[0]!).some(key => key.includes(path))]).toEqual([path, true])
    expect(blindSquares(before)).toEqual([20, 20, 20, 20])
    const why = 'Copied from elsewhere'
    expect(await moderator.call(api.desk.reports.setHidden, { kind, id, state: 1, why })).toEqual({
      kind,
      id,
      is_hidden: 1,
    })
    const hidden = await readEverything(scene, paths)
    for (const mark of marks) expect(isIn(hidden, mark).filter(key => !isOwnComment(key))).toEqual([])
    expect(isIn(hidden, marks[0]!).length).toBe(kind === 'comment' ? 2 : 0)
    expect(blindSquares(hidden)).toEqual(Array(4).fill(kind === 'logo' ? 19 : 20))
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])

    await chooseBitmaps(server.db, { least: 1 })
    expect(isIn(await readEverything(scene, ['/api/logos']), marks[0]!)).toEqual([])
    const page = { logo: `/logo/${id}`, comment: '', collection: `/collection/${id}` }[kind]
    if (page)
      expect(
        JSON.stringify(
          (await findPreview(server.db, new URL(page, 'http://localhost'), {
            publicUrl: 'http://localhost',
            at: new Date(),
          })) ?? '',
        ),
      ).not.toContain(marks[0])

    await moderator.call(api.desk.reports.setHidden, { kind, id, state: 0 })
    const again = await readEverything(scene, paths)
    for (const [key, body] of before) expect([key, lasting(again.get(key)!)]).toEqual([key, lasting(body)])
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  },
  // Four viewers read every list three times.
  120_000,
)

test('a hidden logo is 404 by id, except for its owner and staff, who see the reason', async () => {
  const scene = await makeScene()
  const { logo_id } = scene
  await moderator.call(api.desk.reports.setHidden, { kind: 'logo', id: logo_id, state: 1, why: 'Copied' })
  for (const client of [server.visit(), scene.member, scene.fanClient]) {
    expect((await refusal(client.call(api.logos.find, { logo_id }))).status).toBe(404)
    expect((await refusal(client.call(api.logos.related, { logo_id }))).status).toBe(404)
    expect((await refusal(client.call(api.logos.comments, { logo_id }))).status).toBe(404)
  }
  for (const client of [scene.ownerClient, moderator])
    expect((await client.call(api.logos.find, { logo_id })).data[0]).toMatchObject({
      is_hidden: 1,
      hidden_why: 'Copied',
    })
  for (const call of [
    () => scene.fanClient.call(api.logos.like, { logo_id, state: 0 }),
    () => scene.member.call(api.logos.like, { logo_id, state: 1 }),
    () => scene.member.call(api.logos.addComment, { logo_id, comment: 'Hm.' }),
    () => scene.fanClient.call(api.collections.save, { collection_id: scene.shelf_id, logo_id, state: 1 }),
    () => scene.member.call(api.logos.update, { logo_id, logo: 'Mine' }),
    () => scene.member.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' }),
  ])
    expect((await refusal(call())).status).toBe(404)
  expect((await refusal(scene.ownerClient.call(api.logos.remove, { logo_id }))).status).toBe(409)
})

test('the words of a hidden logo find nothing at once, and are not suggested after the hourly refresh', async () => {
  const { db } = server
  const member = await server.signIn(await createDesigner(db))
  const client = 'Solitary Orchard'
  const { logo_id } = await createLogo(db, { client })
  const suggest = async () => {
    await refreshSuggestions(db)
    return member.call(api.search.suggestions, { kind: 'client', text: 'solitary' })
  }
  const find = () => member.call(api.logos.find, { search_client: client })
  const set = (state: 0 | 1) =>
    moderator.call(api.desk.reports.setHidden, { kind: 'logo', id: logo_id, state, why: 'Copied' })
  expect(await suggest()).toEqual([{ name: client, logo_ct: 1 }])
  await set(1)
  expect(await find()).toMatchObject({ count: 0 })
  expect(await suggest()).toEqual([])
  await set(0)
  expect(await find()).toMatchObject({ count: 1 })
  expect(await suggest()).toEqual([{ name: client, logo_ct: 1 }])
})

test('a hidden collection is 404 by id, except for its owner and staff, who see the reason', async () => {
  const scene = await makeScene()
  const collection_id = scene.shelf_id
  await moderator.call(api.desk.reports.setHidden, {
    kind: 'collection',
    id: collection_id,
    state: 1,
    why: 'Rude',
  })
  for (const client of [server.visit(), scene.member])
    expect((await refusal(client.call(api.collections.find, { collection_id }))).status).toBe(404)
  for (const client of [scene.fanClient, moderator])
    expect((await client.call(api.collections.find, { collection_id }))[0]).toMatchObject({
      is_hidden: 1,
      hidden_why: 'Rude',
    })
  expect((await refusal(scene.fanClient.call(api.collections.remove, { collection_id }))).status).toBe(409)
  // Saves in it count nowhere; those in another one do.
  const found = await scene.member.call(api.logos.find, { logo_id: scene.logo_id })
  expect(found.data[0]!.collection_ct).toBe(1)
})

test('the picture of a hidden logo is served to its owner and staff only within a minute, unless a shown logo uses it', async () => {
  const { db, files } = server
  const scene = await makeScene()
  const [original, ...names] = pictureFiles(scene.image)
  for (const name of [original!, ...names]) await files.put(name, Buffer.from('x'))
  const url = `/${names.find(name => name.endsWith('-900.webp'))}`
  const statusFor = async (client: Client) => (await client.send({ method: 'GET', url })).statusCode
  expect(await statusFor(server.visit())).toBe(200)
  await moderator.call(api.desk.reports.setHidden, {
    kind: 'logo',
    id: scene.logo_id,
    state: 1,
    why: 'Copied',
  })
  server.clock.aheadMs += 59_000
  expect(await statusFor(server.visit())).toBe(404)
  expect(await statusFor(scene.member)).toBe(404)
  expect(await statusFor(scene.ownerClient)).toBe(200)
  expect(await statusFor(moderator)).toBe(200)
  const own = await scene.ownerClient.send({ method: 'GET', url })
  expect(own.headers['cache-control']).toBe('private, no-store')
  await createLogo(db, { image: scene.image })
  server.clock.aheadMs += 59_000
  expect(await statusFor(server.visit())).toBe(200)
})

test('logos hidden while they are liked, saved and commented on leave exact counts', async () => {
  const { db } = server
  const designers = await Promise.all(Array.from({ length: 6 }, () => createDesigner(db)))
  const clients = await Promise.all(designers.map(designer => server.signIn(designer)))
  const logo = await createLogo(db)
  for (let round = 0; round < 4; round++) {
    const writes = clients.flatMap(client => [
      client.call(api.logos.like, { logo_id: logo.logo_id, state: round % 2 ? 0 : 1 }),
      client.call(api.logos.addComment, { logo_id: logo.logo_id, comment: 'Yes.' }),
    ])
    const hide = (state: 0 | 1) =>
      moderator.call(api.desk.reports.setHidden, { kind: 'logo', id: logo.logo_id, state, why: 'Copied' })
    const [first, ...rest] = await Promise.allSettled([hide(1), ...writes])
    expect(first.status).toBe('fulfilled')
    for (const each of rest)
      if (each.status === 'rejected') expect((each.reason as { status: number }).status).toBe(404)
    expect((await wrongCounts.execute(db)).rows).toEqual([])
    await hide(0)
    expect((await wrongCounts.execute(db)).rows).toEqual([])
  }
})
