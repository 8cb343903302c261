import pLimit from 'p-limit'
import sanitizeHtml from 'sanitize-html'
import * as z from 'zod'
import type { Post } from '../../shared/api/news.ts'

/** A WordPress elsewhere whose posts are shown as the news. */
export type Blog = {
  /**
   * The posts for a query string: their texts without tags, their pictures at paths of ours. Cached for five minutes, then
   * stale while it is fetched again. Throws BlogUnavailable when there is neither.
   */
  posts(query: string): Promise<BlogAnswer>
  /** A picture at a path of that host, its type detected from its bytes; undefined when it is none. */
  image(path: string): Promise<{ type: string; bytes: Buffer } | undefined>
}

type BlogAnswer =
  | { posts: (Post & Record<string, unknown>)[]; total: number; pages: number }
  | { refused: { code: string; message: string } }

/** The blog does not answer, or its answer is invalid or too large. */
export class BlogUnavailable extends Error {}

const freshMs = 5 * 60_000
/** Backoff: after a failure the cached copy is served for this long before the next request. */
const pauseMs = 30_000
const mostAnswers = 200
/** Length of the queue for pictures; a further one is refused. */
const mostWaiting = 50
const mostBytes = { posts: 2_000_000, image: 5_000_000 }

type Options = { now: () => Date; warn: (reason: string) => void; timeoutMs?: number }

/** `base`: where the WordPress is, without `/wp-json`. Long: its functions share the cache and the requests in progress. */
export function wordpressBlog(base: string, { now, warn, timeoutMs = 5000 }: Options): Blog {
  const { origin, host } = new URL(base)
  const kept = new Map<string, { answer: BlogAnswer; freshUntil: number }>()
  const underWay = new Map<string, Promise<BlogAnswer>>()
  // Pictures are held in memory while they load, so their number is limited.
  const inTurn = pLimit(8)

  /** Redirects are not followed (SSRF): the host must not choose another address. */
  async function load(url: string, most: number) {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      return { response, bytes: await readAtMost(response, most) }
    } catch (error) {
      if (error instanceof BlogUnavailable) throw error
      throw new BlogUnavailable(
        error instanceof Error && error.name === 'TimeoutError' ? 'it is too slow' : `${error}`,
      )
    }
  }

  async function ask(query: string): Promise<BlogAnswer> {
    const { response, bytes } = await load(`${base}/wp-json/wp/v2/posts?${query}`, mostBytes.posts)
    const body = parseJson(bytes)
    const refused = z.object({ code: z.string(), message: z.string() }).safeParse(body)
    if (response.status === 400 && refused.success) return { refused: refused.data }
    if (!response.ok) throw new BlogUnavailable(`it answered ${response.status}`)
    if (!Array.isArray(body)) throw new BlogUnavailable('it answered with something other than posts')
    const posts = body.flatMap(one => toPost(one, host) ?? [])
    const numberIn = (header: string) =>
      Number(/^\d{1,9}$/.exec(response.headers.get(header) ?? '')?.[0] ?? posts.length)
    return { posts, total: numberIn('x-wp-total'), pages: numberIn('x-wp-totalpages') }
  }

  /** Coalesces concurrent requests for the same posts. */
  function refresh(query: string): Promise<BlogAnswer> {
    const asking =
      underWay.get(query) ??
      ask(query)
        .then(answer => {
          kept.delete(query)
          kept.set(query, { answer, freshUntil: now().getTime() + freshMs })
          if (kept.size > mostAnswers) kept.delete(kept.keys().next().value!)
          return answer
        })
        .catch(error => {
          const last = kept.get(query)
          if (last) last.freshUntil = now().getTime() + pauseMs
          warn(error instanceof Error ? error.message : `${error}`)
          throw error
        })
        .finally(() => underWay.delete(query))
    underWay.set(query, asking)
    return asking
  }

  return {
    async posts(query) {
      const last = kept.get(query)
      if (!last) return refresh(query)
      // LRU cache: the entry moves to the end; the least recently used one is evicted.
      kept.delete(query)
      kept.set(query, last)
      if (now().getTime() >= last.freshUntil) void refresh(query).catch(() => {})
      return last.answer
    },

    async image(path) {
      if (inTurn.pendingCount >= mostWaiting) throw new BlogUnavailable('too many pictures are waiting')
      return inTurn(async () => {
        const url = URL.parse(path, origin)
        // `//host/…` and `/\host/…` name another host.
        if (url?.origin !== origin) return undefined
        const { response, bytes } = await load(url.href, mostBytes.image)
        const type = imageType(bytes)
        return response.ok && type ? { type, bytes } : undefined
      })
    },
  }
}

async function readAtMost(response: Response, most: number) {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the transfer.
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > most) throw new BlogUnavailable(`it sent more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new BlogUnavailable('it did not answer in JSON')
  }
}

/** What kind of picture the bytes are. No SVG: it is a document. */
function imageType(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(head)) return 'image/webp'
  if (/^.{4}ftypavi[fs]/s.test(head)) return 'image/avif'
}

/** A field of another type is ignored. */
const rendered = z.object({ rendered: z.string() }).catch({ rendered: '' })
const size = z.object({
  source_url: z.string(),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
})
const mediaForm = z.object({
  id: z.number(),
  alt_text: z.string().catch(''),
  source_url: z.string().catch(''),
  media_details: z
    .object({ sizes: z.record(z.string(), size.optional().catch(undefined)).catch({}) })
    .catch({ sizes: {} }),
})
const postForm = z.object({
  id: z.number(),
  date: z.string().catch(''),
  date_gmt: z.string().catch(''),
  slug: z.string().catch(''),
  link: z.string().catch(''),
  title: rendered,
  excerpt: rendered,
  featured_media: z.number().catch(0),
  categories: z.array(z.number()).catch([]),
  _embedded: z
    .object({ 'wp:featuredmedia': z.array(z.unknown()).catch([]) })
    .catch({ 'wp:featuredmedia': [] }),
})

/** A post as we pass it on, or undefined for what is none. */
function toPost(json: unknown, host: string) {
  const { success, data: post } = postForm.safeParse(json)
  if (!success) return undefined
  const media = post._embedded['wp:featuredmedia'].flatMap(one => toMedia(one, host) ?? [])
  return {
    ...post,
    status: 'publish',
    type: 'post',
    link: /^https?:\/\//i.test(post.link) ? post.link : '',
    title: { rendered: withoutTags(post.title.rendered) },
    excerpt: { rendered: withoutTags(post.excerpt.rendered), protected: false },
    _embedded: { 'wp:featuredmedia': media },
  }
}

function toMedia(json: unknown, host: string) {
  const { success, data: media } = mediaForm.safeParse(json)
  if (!success) return undefined
  const sizes: Record<string, z.output<typeof size>> = {}
  for (const [name, one] of Object.entries(media.media_details.sizes)) {
    const source_url = one && ownPath(one.source_url, host)
    if (source_url) sizes[name] = { ...one, source_url }
  }
  return { ...media, source_url: ownPath(media.source_url, host) ?? '', media_details: { sizes } }
}

/** Where we show a picture of the blog's host; other hosts' are not shown. */
function ownPath(url: string, host: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.host === host && /^https?:$/.test(parsed.protocol))
    return `/blog-images${parsed.pathname}${parsed.search}`
}

/** The text of some HTML, as HTML: entities decoded once, then only `&`, `<`, `>` and `"` written as such. */
export const withoutTags = (html: string) =>
  sanitizeHtml(html.replace(/<(?:\/?(?:p|div|li|h[1-6]|blockquote|tr|td)|br)\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/\s+/g, ' ')
    .trim()
