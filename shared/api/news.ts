import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredText, timestamp } from './fields.ts'

/** A post in the format of the WordPress API, as far as the pages use it. Its texts are HTML without tags. */
export type Post = {
  id: number
  /** The blog's own time, without a zone. */
  date: string
  link: string
  title: { rendered: string }
  excerpt: { rendered: string }
  /** Missing, empty, or with an error in it if the picture is gone. */
  _embedded?: { 'wp:featuredmedia'?: (Media | { code: string })[] }
}

export type Media = {
  alt_text?: string
  source_url?: string
  media_details?: { sizes?: Record<string, { source_url: string; width?: number; height?: number }> }
}

/** The lists of posts are WordPress's own: /wp-json/wp/v2/posts. This is one post of the built-in blog, for reading. */
export const find = endpoint({
  method: 'GET',
  path: '/api/news',
  who: 'anyone',
  summary: 'A post of the built-in blog, to be read',
  input: z.object({ slug: requiredText('Which post?', 100) }),
  output: z.object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    /** Plain text with the few marks of `parseArticle`. */
    body: z.string(),
    published_at: timestamp,
    image: z.nullable(z.object({ path: z.string(), alt_text: z.string(), width: z.int(), height: z.int() })),
    /** The post before it in time; after the oldest, the newest. */
    next: z.nullable(z.object({ slug: z.string(), title: z.string() })),
  }),
})
