import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { createDesigner, makePicture } from '../../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'

let server: TestServer
let admin: Client
let adminName: string
beforeAll(async () => {
  server = await startTestServer()
  const account = await createDesigner(server.db, { role: 'admin' })
  adminName = account.username
  admin = await server.signIn(account)
})
afterAll(() => server.close())

const post = { title: 'The jury sits', text: 'Nine of us.\n\n## When\n\nIn [spring](/compete).' }
const newsOf = async () =>
  (await server.visit().send({ method: 'GET', url: '/wp-json/wp/v2/posts' }))
    .json()
    .map((each: { slug: string }) => each.slug)
const readBy = (client: Client, slug: string) => client.call(api.news.find, { slug })

test('a post is a draft, then scheduled, then out; its address stays', async () => {
  const made = await admin.call(api.desk.posts.add, post)
  expect(made).toMatchObject({ ...post, slug: 'the-jury-sits', is_draft: 1, kinds: ['news'], picture: null })
  const { post_id, slug } = made
  const visitor = server.visit()
  expect(await newsOf()).not.toContain(slug)
  expect((await refusal(readBy(visitor, slug))).status).toBe(404)

  const tomorrow = new Date(server.services.now().getTime() + 86_400_000).toISOString()
  await admin.call(api.desk.posts.update, {
    post_id,
    is_draft: 0,
    date: tomorrow,
    title: 'The jury sits down',
  })
  expect((await refusal(readBy(visitor, slug))).status).toBe(404)
  const later = await admin.call(api.desk.posts.find, { state: 'later' })
  expect(later.data.map(each => each.slug)).toEqual([slug])

  const now = server.services.now().toISOString()
  await admin.call(api.desk.posts.update, { post_id, date: now, kinds: ['news', 'feature-post'] })
  expect(await newsOf()).toContain(slug)
  expect(await readBy(visitor, slug)).toMatchObject({ title: 'The jury sits down', body: post.text })
  const [found] = (await admin.call(api.desk.posts.find, { q: 'nine of' })).data
  expect(found).toMatchObject({ post_id, is_draft: 0, kinds: ['news', 'feature-post'] })
  const [wordpress] = (await visitor.send({ method: 'GET', url: `/wp-json/wp/v2/posts?slug=${slug}` })).json()
  expect(wordpress.content.rendered).toContain('<p>In <a href="/compete">spring</a>.</p>')
  expect(wordpress.categories).toEqual([1, 7])
})

test('two posts with one title have different addresses; a title without letters has an address, too', async () => {
  const slugs = []
  for (const title of ['Twice', 'Twice', '2027', '…'])
    slugs.push((await admin.call(api.desk.posts.add, { ...post, title })).slug)
  expect(slugs.slice(0, 3)).toEqual(['twice', 'twice-2', 'post-2027'])
  expect(slugs[3]).toMatch(/^post-/)
})

test('a picture is decoded, served and replaced; its files go with the post', async () => {
  const picture = async (width: number) =>
    (await makePicture({ width, height: 1000, format: 'jpeg' })).toString('base64')
  const made = await admin.call(api.desk.posts.add, {
    ...post,
    picture_base64: await picture(2000),
    picture_alt: 'A long table',
  })
  const path = made.picture?.path ?? ''
  expect(path).toMatch(/^\/images\/[0-9a-f]{32}-post\.webp$/)
  expect(made.picture?.alt_text).toBe('A long table')
  const fetchIt = () => server.visit().send({ method: 'GET', url: path })
  expect((await fetchIt()).headers['content-type']).toBe('image/webp')
  await admin.call(api.desk.posts.update, { post_id: made.post_id, is_draft: 0 })
  expect((await readBy(server.visit(), made.slug)).image).toEqual({
    path,
    alt_text: 'A long table',
    width: 1600,
    height: 800,
  })
  await admin.call(api.desk.posts.update, { post_id: made.post_id, picture_base64: await picture(1200) })
  // It stays for its version.
  expect((await fetchIt()).statusCode).toBe(200)
  const changed = await admin.call(api.desk.posts.update, { post_id: made.post_id, picture_base64: null })
  expect(changed.picture).toBeNull()
  const back = await admin.call(api.desk.posts.update, { post_id: made.post_id, version: 1 })
  expect(back.picture).toEqual({ path, alt_text: 'A long table' })
  await admin.call(api.desk.posts.remove, { post_id: made.post_id })
  for (const each of changed.versions ?? [])
    if (each.picture)
      expect((await server.visit().send({ method: 'GET', url: each.picture.path })).statusCode).toBe(404)
})

describe('versions', () => {
  const saysOf = (post: AdminPost) => post.versions?.map(({ version, who, text }) => [version, who, text])

  test('are added by each save; restoring one adds the next, and leaves the publication unchanged', async () => {
    const { post_id } = await admin.call(api.desk.posts.add, { ...post, text: 'First.' })
    const update = (input: Omit<InputOf<typeof api.desk.posts.update>, 'post_id'>) =>
      admin.call(api.desk.posts.update, { post_id, ...input })
    await update({ text: 'Second.', title: 'The jury stands' })
    // An unchanged save adds no version.
    await update({ is_draft: 0 })
    const back = await update({ version: 1, why: 'It was better' })
    expect(back).toMatchObject({ text: 'First.', title: post.title, is_draft: 0 })
    expect(saysOf(back)).toEqual([
      [3, adminName, 'First.'],
      [2, adminName, 'Second.'],
      [1, adminName, 'First.'],
    ])
    const acts = () =>
      server.db
        .selectFrom('staff_act')
        .where('kind', '=', 'post')
        .where('subject_id', '=', post_id)
        .orderBy('act_id', 'desc')
        .select(['after', 'why'])
        .execute()
    const before = await acts()
    expect(before[0]).toMatchObject({ after: { taken_back: 1 }, why: 'It was better' })
    // An unchanged save adds neither a version nor an act.
    expect(saysOf(await update({ version: 3 }))).toHaveLength(3)
    expect(await acts()).toHaveLength(before.length)
    expect((await refusal(update({ version: 9 }))).status).toBe(404)
    expect((await refusal(update({ version: 1, text: 'Both' }))).body.errors).toEqual({
      version: 'Send new text, or the version to restore.',
    })
  })

  test('of a post without recorded acts begin with version 0', async () => {
    const { post_id } = await server.db
      .insertInto('blog_post')
      .values({ slug: 'as-it-was', title: 'As it was', body: 'Old.' })
      .returning('post_id')
      .executeTakeFirstOrThrow()
    const changed = await admin.call(api.desk.posts.update, { post_id, text: 'New.' })
    expect(saysOf(changed)).toEqual([
      [1, adminName, 'New.'],
      [0, null, 'Old.'],
    ])
    expect(await admin.call(api.desk.posts.update, { post_id, version: 0 })).toMatchObject({ text: 'Old.' })
  })

  test('of two concurrent saves are both kept, and a field that only one of them changed stays', async () => {
    const { post_id } = await admin.call(api.desk.posts.add, post)
    const other = await createDesigner(server.db, { role: 'admin' })
    const otherAdmin = await server.signIn(other)
    await Promise.all([
      admin.call(api.desk.posts.update, { post_id, text: 'Mine.', title: 'My title' }),
      otherAdmin.call(api.desk.posts.update, { post_id, text: 'Theirs.' }),
    ])
    const [found] = (await admin.call(api.desk.posts.find, { post_id })).data
    expect(found?.title).toBe('My title')
    const [newest, second] = found?.versions ?? []
    expect([newest?.text, second?.text].toSorted()).toEqual(['Mine.', 'Theirs.'])
    expect([newest?.who, second?.who].toSorted()).toEqual([adminName, other.username].toSorted())
    expect(found?.text).toBe(newest?.text)
  })
})

test('a removed post is deleted, and every act is recorded', async () => {
  const { post_id, slug } = await admin.call(api.desk.posts.add, { ...post, title: 'Gone', is_draft: 0 })
  await admin.call(api.desk.posts.update, { post_id, text: 'Shorter.' })
  expect(await admin.call(api.desk.posts.remove, { post_id, why: 'Written twice' })).toEqual({ post_id })
  expect((await refusal(readBy(server.visit(), slug))).status).toBe(404)
  expect((await refusal(admin.call(api.desk.posts.remove, { post_id }))).status).toBe(404)
  const acts = await server.db
    .selectFrom('staff_act')
    .where('kind', '=', 'post')
    .where('subject_id', '=', post_id)
    .orderBy('act_id')
    .select(['what', 'why'])
    .execute()
  expect(acts).toEqual([
    { what: 'posts.add', why: '' },
    { what: 'posts.change', why: '' },
    { what: 'posts.remove', why: 'Written twice' },
  ])
})

describe('refused', () => {
  type Input = Partial<Record<keyof InputOf<typeof api.desk.posts.add>, unknown>>
  test.each<[Input, string, string]>([
    [{ title: ' ' }, 'title', 'A post needs a title.'],
    [{ title: 'x'.repeat(201) }, 'title', 'At most 200 characters, please.'],
    [{ text: '' }, 'text', 'A post needs a text.'],
    [{ text: 'See <a href="x">here</a>' }, 'text', 'Plain text, please: HTML isn’t used here.'],
    [{ text: 'x'.repeat(50_001) }, 'text', 'At most 50000 characters, please.'],
    [{ excerpt: 'x'.repeat(501) }, 'excerpt', 'At most 500 characters, please.'],
    [{ date: 'tomorrow' }, 'date', 'Must be a moment, such as 2027-03-31T22:00:00Z.'],
    [{ is_draft: 2 }, 'is_draft', 'Must be 0 or 1.'],
    [{ kinds: ['gossip'] }, 'kinds', 'A kind is one of news, feature-post.'],
    [{ picture_base64: 'bm8gcGljdHVyZQ==' }, 'picture_base64', 'File must be a JPG, PNG, GIF or WebP image.'],
    [{ picture_base64: '%%' }, 'picture_base64', 'The image didn’t upload completely. Please try again.'],
  ])('%j', async (input, field, message) => {
    const before = await admin.call(api.desk.posts.find, {})
    const { status, body } = await refusal(admin.call(api.desk.posts.add, { ...post, ...input } as never))
    expect([status, body.errors]).toEqual([400, { [field]: message }])
    expect((await admin.call(api.desk.posts.find, {})).count).toBe(before.count)
  })

  test('an unknown post', async () => {
    const post_id = 999_999
    expect((await refusal(admin.call(api.desk.posts.find, { post_id }))).status).toBe(404)
    expect((await refusal(admin.call(api.desk.posts.update, { post_id, title: 'x' }))).status).toBe(404)
  })
})
