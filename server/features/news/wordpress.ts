import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Block, parseArticle, type Run } from '../../../shared/rules/article.ts'
import { primaryOrStandIn } from '../../db/replica.ts'
import { unreadable } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { isLocalHost } from '../../lib/loopback.ts'
import { BlogUnavailable } from '../../outside/blog.ts'
import type { Services } from '../../services.ts'
import {
  countPosts,
  findPost,
  listCategories,
  listMedia,
  listPosts,
  type MediaRow,
  type PostFilter,
  type PostRow,
} from './queries.ts'

const root = '/wp-json/wp/v2'

/** Limits the requests that are passed on to an external blog: lists and pictures. */
const perAddress = { name: 'blog', most: 300, seconds: 60 }

/**
 * The blog with the API of a WordPress: its paths, parameters, headers, errors. Serves the built-in blog or, if one
 * is configured, the posts of an external one.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the three routes share the blog that serves them
export function serveBlog(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'readDb' | 'replica' | 'blog' | 'now' | 'publicUrl'>,
) {
  const { db, blog, now, publicUrl } = services
  const reading = () => primaryOrStandIn(services)
  // The calls of an outside blog are counted.
  app.get(`${root}/posts`, { config: { pool: blog && 'calls' } }, async (request, reply) => {
    const query = readPostsQuery(request.query as Query)
    if ('invalid' in query) return refuse(reply, invalidParameters(query.invalid))
    if (!blog) return listOwn(request, reply, query)
    await countHit(db, perAddress, addressKey(request.ip), now())
    return passOn(request, reply, query)
  })
  app.get<{ Params: { id: string } }>(`${root}/posts/:id`, async (request, reply) => {
    const post =
      !blog &&
      isId(request.params.id) &&
      (await findPost(reading(), { post_id: Number(request.params.id) }, now()))
    if (!post) return refuse(reply, problem('rest_post_invalid_id', 'Invalid post ID.', 404))
    return answer(reply, toPost(post, originOf(request, publicUrl), isEmbedded(request.query as Query)))
  })
  app.get(`${root}/categories`, async (request, reply) =>
    answerAll(
      reply,
      blog
        ? []
        : (await listCategories(reading(), now())).map(c => toCategory(c, originOf(request, publicUrl))),
    ),
  )
  app.get<{ Params: { id: string } }>(`${root}/categories/:id`, async (request, reply) => {
    const category =
      !blog && (await listCategories(reading(), now())).find(c => String(c.category_id) === request.params.id)
    if (!category) return refuse(reply, problem('rest_term_invalid', 'Term does not exist.', 404))
    return answer(reply, toCategory(category, originOf(request, publicUrl)))
  })
  app.get(`${root}/media`, async (request, reply) =>
    answerAll(
      reply,
      blog ? [] : (await listMedia(reading(), now())).map(m => toMedia(m, originOf(request, publicUrl))),
    ),
  )
  app.get<{ Params: { id: string } }>(`${root}/media/:id`, async (request, reply) => {
    const media =
      !blog && (await listMedia(reading(), now())).find(m => String(m.media_id) === request.params.id)
    if (!media) return refuse(reply, problem('rest_post_invalid_id', 'Invalid post ID.', 404))
    return answer(reply, toMedia(media, originOf(request, publicUrl)))
  })
  for (const path of ['/wp-json', '/wp-json/*'])
    app.all(path, async (_request, reply) =>
      refuse(reply, problem('rest_no_route', 'No route was found matching the URL and request method.', 404)),
    )

  app.get('/blog-images/*', async (request, reply) => {
    if (blog) await countHit(db, perAddress, addressKey(request.ip), now())
    const image = await blog?.image(request.url.slice('/blog-images'.length)).catch(failed)
    if (!image)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(image.type)
      .send(image.bytes)
  })

  async function listOwn(request: FastifyRequest, reply: FastifyReply, query: PostsQuery) {
    const filter = { ...query, at: now() }
    const total = await countPosts(reading(), filter)
    const pages = Math.ceil(total / query.per_page)
    // Like WordPress, the count ignores the offset, and a page past the count is refused.
    if (query.page > pages && total > 0) return refuse(reply, pastTheEnd)
    const skip = query.offset ?? (query.page - 1) * query.per_page
    const rows = await listPosts(reading(), filter, { limit: query.per_page, skip })
    const origin = originOf(request, publicUrl)
    linkNeighbours(originOf(request, publicUrl) + request.url, reply, query.page, pages)
    return answer(
      withTotals(reply, total, pages),
      rows.map(row => toPost(row, origin, isEmbedded(request.query as Query))),
    )
  }

  async function passOn(request: FastifyRequest, reply: FastifyReply, query: PostsQuery) {
    const found = await blog!.posts(toQueryString(query)).catch(failed)
    if (!found) return refuse(reply, problem('blog_unavailable', 'The blog isn’t responding.', 503))
    if ('refused' in found) return refuse(reply, problem(found.refused.code, found.refused.message, 400))
    linkNeighbours(originOf(request, publicUrl) + request.url, reply, query.page, found.pages)
    return answer(withTotals(reply, found.total, found.pages), found.posts)
  }
}

/** Undefined if the blog fails. */
function failed(error: unknown) {
  if (!(error instanceof BlogUnavailable)) throw error
}

type Query = Record<string, string | string[] | undefined>
type PostsQuery = Omit<PostFilter, 'at'> & { page: number; per_page: number; offset?: number }

/** The parameters of a list of posts, by WordPress's rules; or the invalid ones. */
function readPostsQuery(query: Query): PostsQuery | { invalid: Record<string, string> } {
  const invalid: Record<string, string> = {}
  const listOf = (name: string) =>
    [query[name], query[`${name}[]`]]
      .flat()
      .flatMap(value => (value ? value.split(',') : []))
      .filter(Boolean)
  const wholeOf = (name: string, otherwise: number | undefined, least: number, most = 1_000_000_000) => {
    const [value] = listOf(name)
    if (value === undefined) return otherwise
    if (!/^-?\d{1,15}$/.test(value)) invalid[name] = `${name} is not of type integer.`
    else if (Number(value) < least || Number(value) > most)
      invalid[name] =
        most < 1000
          ? `${name} must be between ${least} (inclusive) and ${most} (inclusive)`
          : `${name} must be greater than or equal to ${least}`
    return Number(value)
  }
  const idsOf = (name: string) => {
    const ids = listOf(name)
    if (!ids.every(isId)) invalid[name] = `${name}[0] is not of type integer.`
    return ids.map(Number)
  }
  const parsed = {
    page: wholeOf('page', 1, 1)!,
    per_page: wholeOf('per_page', 10, 1, 100)!,
    offset: wholeOf('offset', undefined, 0),
    categories: idsOf('categories'),
    exclude: idsOf('exclude'),
    slugs: listOf('slug'),
  }
  return Object.keys(invalid).length ? { invalid } : parsed
}

/** A canonical query string, which is also the key of the cache. */
function toQueryString({ page, per_page, offset, categories, exclude, slugs }: PostsQuery) {
  const query = new URLSearchParams({ _embed: 'wp:featuredmedia', page: `${page}`, per_page: `${per_page}` })
  if (offset !== undefined) query.set('offset', `${offset}`)
  for (const [name, list] of Object.entries({ categories, exclude, slug: slugs }))
    if (list?.length) query.set(name, list.join(','))
  return query.toString()
}

const isId = (text: string) => /^\d{1,9}$/.test(text)
const isEmbedded = ({ _embed }: Query) =>
  _embed !== undefined &&
  ['', '1', 'true', 'wp:featuredmedia'].some(name => [_embed].flat().join(',').split(',').includes(name))

/**
 * The origin of links and pictures: the site's own. On a development machine, which has several names, the one that
 * the caller used.
 */
function originOf(request: FastifyRequest, publicUrl: string) {
  if (!isLocalHost(new URL(publicUrl).hostname)) return publicUrl
  const url = URL.parse(`${request.protocol}://${request.host}`)
  if (!url) throw unreadable()
  return url.origin
}

type Problem = { code: string; message: string; data: { status: number } & Record<string, unknown> }
const problem = (code: string, message: string, status: number): Problem => ({
  code,
  message,
  data: { status },
})
const pastTheEnd = problem(
  'rest_post_invalid_page_number',
  'The page number requested is larger than the number of pages available.',
  400,
)
const invalidParameters = (params: Record<string, string>): Problem => ({
  code: 'rest_invalid_param',
  message: `Invalid parameter(s): ${Object.keys(params).join(', ')}`,
  data: { status: 400, params },
})

const answer = (reply: FastifyReply, body: unknown) => reply.header('cache-control', 'no-store').send(body)
const answerAll = (reply: FastifyReply, rows: unknown[]) =>
  answer(withTotals(reply, rows.length, rows.length ? 1 : 0), rows)
const refuse = (reply: FastifyReply, body: Problem) => answer(reply.code(body.data.status), body)

function withTotals(reply: FastifyReply, total: number, pages: number) {
  return reply
    .header('access-control-expose-headers', 'X-WP-Total, X-WP-TotalPages, Link')
    .header('x-wp-total', total)
    .header('x-wp-totalpages', pages)
}

function linkNeighbours(address: string, reply: FastifyReply, page: number, pages: number) {
  const to = (n: number, rel: string) => {
    const url = new URL(address)
    url.searchParams.set('page', `${n}`)
    return `<${url.href}>; rel="${rel}"`
  }
  const links = []
  if (page > 1 && pages > 0) links.push(to(Math.min(page - 1, pages), 'prev'))
  if (page < pages) links.push(to(page + 1, 'next'))
  if (links.length) reply.header('link', links.join(', '))
}

/** Without a zone: the blog's local time, which for the built-in one is UTC. */
const dateOf = (time: Date) => time.toISOString().slice(0, 19)

function toPost(row: PostRow, origin: string, embed: boolean) {
  return {
    id: row.post_id,
    date: dateOf(row.published_at),
    date_gmt: dateOf(row.published_at),
    slug: row.slug,
    status: 'publish',
    type: 'post',
    link: `${origin}/news/${row.slug}`,
    title: { rendered: escapeHtml(row.title) },
    content: { rendered: parseArticle(row.body).map(toHtml).join('\n'), protected: false },
    excerpt: { rendered: `<p>${escapeHtml(row.excerpt)}</p>\n`, protected: false },
    featured_media: row.media?.media_id ?? 0,
    sticky: false,
    format: 'standard',
    categories: row.categories ?? [],
    tags: [],
    ...(embed && { _embedded: row.media ? { 'wp:featuredmedia': [toMedia(row.media, origin)] } : {} }),
  }
}

/** One file stands for every size; these are the ones that a WordPress makes of a picture. */
const widths = { medium: 300, medium_large: 768, large: 1024 }

function toMedia({ media_id, path, alt_text, width, height }: MediaRow, origin: string) {
  const file = path.split('/').at(-1)!
  const source_url = origin + path
  const mime_type = file.endsWith('.svg') ? 'image/svg+xml' : 'image/webp'
  const sized = (width: number, height: number) => ({
    file,
    width,
    height,
    mime_type,
    source_url,
  })
  const scaled = Object.entries(widths).map(([name, w]) => [name, sized(w, Math.round((w * height) / width))])
  return {
    id: media_id,
    slug: file.replace(/\.\w+$/, ''),
    type: 'attachment',
    link: source_url,
    title: { rendered: escapeHtml(alt_text) },
    alt_text,
    media_type: 'image',
    mime_type,
    media_details: {
      width,
      height,
      file,
      sizes: { ...Object.fromEntries(scaled), full: sized(width, height) },
    },
    source_url,
  }
}

function toCategory(row: Awaited<ReturnType<typeof listCategories>>[number], origin: string) {
  return {
    id: row.category_id,
    count: row.post_ct,
    description: '',
    link: `${origin}/news`,
    name: escapeHtml(row.name),
    slug: row.slug,
    taxonomy: 'category',
    parent: 0,
  }
}

function toHtml(block: Block): string {
  if (block.kind === 'list') return `<ul>${block.items.map(item => `<li>${inline(item)}</li>`).join('')}</ul>`
  const text = inline(block.runs)
  if (block.kind === 'heading') return `<h2>${text}</h2>`
  if (block.kind === 'quote') return `<blockquote><p>${text}</p></blockquote>`
  return `<p>${text}</p>`
}

const inline = (runs: Run[]) =>
  runs
    .map(({ text, strong, to }) => {
      const inside = strong ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)
      return to ? `<a href="${escapeHtml(to)}">${inside}</a>` : inside
    })
    .join('')
