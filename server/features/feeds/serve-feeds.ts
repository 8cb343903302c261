import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Feed, type FeedOptions, type Item } from 'feed'
import { visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { primaryOrStandIn } from '../../db/replica.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { visitor } from '../../viewer.ts'
import { findCollection } from '../collections/queries.ts'
import { findProfile } from '../designers/queries.ts'
import { listPosts } from '../news/queries.ts'
import { entriesOf, feedEntries } from './entries.ts'
import { listNewestSaves, listNewestUploads } from './queries.ts'

/** Enough logos for fifty entries of a designer who uploads a series at a time. */
const feedLogos = 400

type Found = { title: string; description?: string; path: string; items: Item[] }
type Find = (
  services: Pick<Services, 'db' | 'blog' | 'now' | 'publicUrl'>,
  name: string,
) => Promise<Found | undefined>

const findFresh: Find = async ({ db, publicUrl }) => ({
  title: siteWords().site_name,
  description: siteWords().tagline,
  path: '/fresh',
  // A visitor's wall ends there, too.
  items: entriesOf(await listNewestUploads(db, visitorFreshLogos), { publicUrl, list: 'designer' }),
})

const findDesigner: Find = async ({ db, publicUrl }, slug) => {
  const designer = await findProfile(db, { slug }, visitor)
  if (!designer) return
  return {
    title: `${designer.company} · ${siteWords().site_name}`,
    description: designer.company_description,
    path: `/designers/${designer.slug}`,
    items: entriesOf(await listNewestUploads(db, feedLogos, designer.designer_id), {
      publicUrl,
      list: 'designer',
    }),
  }
}

/** A private collection's feed is missing to everyone: a feed reader has no session. */
const findPublicCollection: Find = async ({ db, publicUrl }, id) => {
  const collection = /^\d{1,9}$/.test(id) ? await findCollection(db, Number(id), visitor) : undefined
  if (!collection) return
  const { light_box_id } = collection
  return {
    title: `${collection.name} · ${siteWords().site_name}`,
    description: collection.description,
    path: `/collection/${light_box_id}`,
    items: entriesOf(await listNewestSaves(db, feedLogos, light_box_id), {
      publicUrl,
      list: `collection/${light_box_id}`,
    }),
  }
}

/** The posts of the built-in blog; a foreign blog has a feed of its own. */
const findNews: Find = async ({ db, blog, now, publicUrl }) => {
  if (blog) return
  const posts = await listPosts(db, { at: now() }, { limit: feedEntries, skip: 0 })
  return {
    title: `News · ${siteWords().site_name}`,
    path: '/news',
    items: posts.map(post => ({
      id: `tag:${new URL(publicUrl).host},2026:news/${post.post_id}`,
      title: post.title,
      link: `${publicUrl}/news/${post.slug}`,
      date: post.published_at,
      published: post.published_at,
      description: post.excerpt,
      content: `<p>${escapeHtml(post.excerpt)}</p>`,
    })),
  }
}

const feeds: [path: string, find: Find][] = [
  ['/fresh', findFresh],
  ['/designers/:name', findDesigner],
  ['/collection/:name', findPublicCollection],
  ['/news', findNews],
]

/** Serves the public lists as Atom (RFC 4287) at `<address>.atom` and as JSON Feed at `<address>.json`. */
export function serveFeeds(app: FastifyInstance, services: Services) {
  for (const [path, find] of feeds)
    for (const format of ['atom', 'json'] as const)
      app.get<{ Params: { name?: string } }>(`${path}.${format}`, async (request, reply) => {
        const db = primaryOrStandIn(services)
        const found = await find({ ...services, db }, request.params.name ?? '')
        if (!found) return reply.code(404).type('text/plain').send('Not found')
        return sendFeed(request, reply, writeFeed(found, format, services.publicUrl), format)
      })
}

function writeFeed({ title, description, path, items }: Found, format: 'atom' | 'json', publicUrl: string) {
  const link = publicUrl + path
  const options: FeedOptions = {
    id: link,
    link,
    title,
    description: description || undefined,
    favicon: `${publicUrl}/favicon.svg`,
    // A feed without entries is as old as time, so that its bytes stay the same.
    updated: new Date(Math.max(0, ...items.map(({ date }) => date.getTime()))),
    generator: siteWords().site_name,
    feedLinks: { atom: `${link}.atom`, json: `${link}.json` },
  }
  const feed = new Feed(options)
  for (const item of items) feed.addItem(item)
  return format === 'atom' ? feed.atom1() : feed.json1()
}

const types = { atom: 'application/atom+xml', json: 'application/feed+json' }

/** Sends a feed, or 304 to a reader that has it. */
function sendFeed(request: FastifyRequest, reply: FastifyReply, body: string, format: 'atom' | 'json') {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  letBeShared(sendAsFile(reply))
    .header('cache-control', 'public, max-age=300')
    .header('access-control-allow-origin', '*')
    .header('etag', etag)
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send()
  return reply.type(`${types[format]}; charset=utf-8`).send(body)
}
