import { parseFeed } from '@rowanmanning/feed-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { entriesOf } from './entries.ts'
import type { FeedLogo } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://localhost:4000' })
})
afterAll(() => server.close())

const read = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

describe('entries', () => {
  const place = { publicUrl: 'https://colophon.example', list: 'designer' }
  const logo = (id: number, at: string, designer = 7): FeedLogo => ({
    logo_id: id,
    title: `Mark ${id}`,
    client: '',
    picture: `/images/${'a'.repeat(32)}-320.webp`,
    side: 900,
    designer_id: designer,
    company: `Studio ${designer}`,
    slug: designer ? `studio-${designer}` : '',
    at: new Date(at),
  })

  test('one entry per designer and hour, whose id stays while the hour goes on', () => {
    const first = logo(1, '2026-05-01T10:01:00Z')
    const second = logo(2, '2026-05-01T10:59:00Z')
    const others = [logo(4, '2026-05-01T11:00:00Z'), logo(3, '2026-05-01T10:59:30Z', 8)]
    const before = entriesOf([first], place)
    const after = entriesOf([...others, second, first], place)
    expect(after.map(({ id }) => id)).toEqual([
      'tag:colophon.example,2026:designer/7/2026-05-01T11',
      'tag:colophon.example,2026:designer/8/2026-05-01T10',
      'tag:colophon.example,2026:designer/7/2026-05-01T10',
    ])
    expect(after.at(-1)).toMatchObject({ id: before[0]!.id, date: second.at, published: first.at })
    expect(after.at(-1)!.title).toBe('Mark 2 and Mark 1 by Studio 7')
  })

  test('fifty entries at most', () => {
    const logos = Array.from({ length: 60 }, (_, i) => logo(i, '2026-05-01T10:00:00Z', i + 1))
    expect(entriesOf(logos, place)).toHaveLength(50)
  })

  test('a title and a client with markup are text', () => {
    const [entry] = entriesOf([{ ...logo(1, '2026-05-01T10:00:00Z'), title: '<b>&"', client: '<i>' }], place)
    expect(entry!.content).not.toMatch(/<b>|<i>/)
  })

  test('an entry of a designer who has left leads to the logo and names no profile', () => {
    const [entry] = entriesOf([logo(1, '2026-05-01T10:00:00Z', 0)], place)
    expect(entry).toMatchObject({ link: 'https://colophon.example/logo/1', author: [{ name: 'Studio 0' }] })
    expect(entry!.author![0]).not.toHaveProperty('link')
  })
})

test('a designer’s feed is read by a feed reader, as Atom and as JSON, with the pictures of what is shown', async () => {
  const owner = await createDesigner(server.db, { company: 'Ferro & <Lima>' })
  const { logo_id } = await createLogo(server.db, {
    designer_id: owner.designer_id,
    title: 'Jetty & Sons',
    upload_date: new Date('2026-05-01T10:00:00Z'),
  })
  await createLogo(server.db, {
    designer_id: owner.designer_id,
    title: 'Other hour',
    upload_date: new Date('2026-05-02T10:00:00Z'),
  })
  const atom = await read(`/designers/${owner.slug}.atom`)
  expect([atom.statusCode, atom.headers['content-type']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  const feed = parseFeed(atom.body)
  expect(feed.title).toBe('Ferro & <Lima> · Colophon')
  expect(feed.items.map(({ title, url }) => [title, url])).toEqual([
    ['Other hour by Ferro & <Lima>', expect.stringContaining('/logo/')],
    ['Jetty & Sons by Ferro & <Lima>', `http://localhost:4000/logo/${logo_id}`],
  ])
  expect(feed.items[1]!.content).toContain('http://localhost:4000/images/')
  const json = (await read(`/designers/${owner.slug}.json`)).json()
  expect(json).toMatchObject({
    version: 'https://jsonfeed.org/version/1',
    feed_url: `http://localhost:4000/designers/${owner.slug}.json`,
    items: [{ id: `tag:localhost:4000,2026:designer/${owner.designer_id}/2026-05-02T10` }, {}],
  })
})

test('a reader that has the feed gets 304, and the whole again once a logo comes', async () => {
  const owner = await createDesigner(server.db)
  await createLogo(server.db, { designer_id: owner.designer_id })
  const url = `/designers/${owner.slug}.atom`
  const etag = String((await read(url)).headers.etag)
  const again = await read(url, { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await createLogo(server.db, { designer_id: owner.designer_id })
  expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('hidden logos, private collections and closed accounts are in no feed', async () => {
  const { db } = server
  const owner = await createDesigner(db, { company: 'Hidden House' })
  const { logo_id } = await createLogo(db, { designer_id: owner.designer_id, title: 'Unseen' })
  const [open, secret] = await db
    .insertInto('collection')
    .values([true, false].map(is_public => ({ designer_id: owner.designer_id, name: 'Shelf', is_public })))
    .returning('collection_id')
    .execute()
  for (const { collection_id } of [open!, secret!])
    await db.insertInto('collection_logo').values({ collection_id, logo_id }).execute()
  expect((await read(`/collection/${open!.collection_id}.atom`)).body).toContain('Unseen')
  expect((await read(`/collection/${secret!.collection_id}.atom`)).statusCode).toBe(404)
  await db
    .updateTable('logo')
    .set({ hidden_at: new Date(), hidden_why: 'x', hidden_by: 'staff' })
    .where('logo_id', '=', logo_id)
    .execute()
  for (const url of [
    '/fresh.atom',
    `/designers/${owner.slug}.json`,
    `/collection/${open!.collection_id}.json`,
  ]) {
    const { statusCode, body } = await read(url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(body).not.toContain('Unseen')
  }
  for (const url of ['/designers/nobody.atom', '/collection/x.json', '/collection/999999.atom'])
    expect((await read(url)).statusCode).toBe(404)
})

test('the news are posts that are out, under their own addresses', async () => {
  const post = { slug: 'today', title: 'Today', body: 'Text', excerpt: 'Short & sweet' }
  await server.db
    .insertInto('blog_post')
    .values([
      { ...post, published_at: new Date('2026-01-01') },
      { ...post, slug: 'draft', title: 'Draft', is_draft: true },
    ])
    .execute()
  const feed = parseFeed((await read('/news.atom')).body)
  expect(feed.items.map(({ title, url, description }) => [title, url, description])).toEqual([
    ['Today', 'http://localhost:4000/news/today', 'Short & sweet'],
  ])
})
