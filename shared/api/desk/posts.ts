import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { count, flag, id, requiredLongText, requiredText, rowId, text, timestamp } from '../fields.ts'
import { deskList, optionalWhy, versionNumber, versionOf } from './fields.ts'

/** The kinds of a post; a feature post stands first on the page of news. */
const postKinds = ['news', 'feature-post'] as const

/** The texts of a post, which its versions hold. */
const words = {
  title: z.string(),
  text: z.string(),
  excerpt: z.string(),
  picture: z.nullable(z.object({ path: z.string(), alt_text: z.string() })),
}

const post = z.object({
  post_id: rowId,
  /** The end of its address, made of its first title. */
  slug: z.string(),
  ...words,
  /** Shown from then on, unless it is a draft. */
  date: timestamp,
  is_draft: flag,
  kinds: z.array(z.string()),
  /** The newest first, of one post; absent in lists. */
  versions: z.optional(z.array(z.object({ ...versionOf, ...words }))),
})
export type AdminPost = z.output<typeof post>

export const find = endpoint({
  method: 'GET',
  path: '/api/admin/posts',
  who: 'can posts',
  summary:
    'The posts of the built-in blog with drafts and later ones, or one of them with its versions (post_id)',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    post_id: z.optional(id),
    state: z.optional(z.enum(['draft', 'later', 'out'], 'state may be draft, later, out.')),
  }),
  output: z.object({ data: z.array(post), count }),
  csv: ['post_id', 'slug', 'title', 'excerpt', 'date', 'is_draft'],
})

const plain = z.refine<string>(
  value => !/<[a-z/!?][^<>]*>/i.test(value),
  'Plain text, please: HTML isn’t used here.',
)
const title = requiredText('A post needs a title.').check(plain)
const body = requiredLongText('A post needs a text.', 50_000).check(plain)
const excerpt = text(500).check(plain)
const date = z.pipe(
  z.iso.datetime({ offset: true, error: 'Must be a moment, such as 2027-03-31T22:00:00Z.' }),
  z.transform(at => new Date(at)),
)
const kinds = z
  .array(z.enum(postKinds, `A kind is one of ${postKinds.join(', ')}.`))
  .check(z.maxLength(postKinds.length, 'Name each kind once.'))
const picture = {
  /** A data URL or bare base64; null removes the picture. */
  picture_base64: z.optional(z.nullable(z.string().check(z.minLength(1, 'The picture is empty.')))),
  /** A description of the picture, for readers who cannot see it. */
  picture_alt: z.optional(text(300)),
}
const bodyLimit = 12_000_000

export const add = endpoint({
  method: 'POST',
  path: '/api/admin/posts',
  who: 'can posts',
  summary: 'Write a post: a draft, or shown from its date on, which is now unless said',
  input: z.object({
    title,
    text: body,
    excerpt: z.optional(excerpt),
    date: z.optional(date),
    is_draft: z._default(flag, 1),
    kinds: z._default(kinds, ['news']),
    ...picture,
  }),
  output: post,
  bodyLimit,
  picture: { field: 'picture_base64', kind: 'avatar' },
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/admin/posts',
  who: 'can posts',
  summary:
    'Change what is given of a post, as its next version, or take the words and picture of an earlier one back (version); ' +
    'its address stays',
  input: z.object({
    post_id: id,
    title: z.optional(title),
    text: z.optional(body),
    excerpt: z.optional(excerpt),
    date: z.optional(date),
    is_draft: z.optional(flag),
    kinds: z.optional(kinds),
    ...picture,
    version: z.optional(versionNumber),
    why: optionalWhy,
  }),
  output: post,
  bodyLimit,
  picture: { field: 'picture_base64', kind: 'avatar' },
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/admin/posts',
  who: 'can posts',
  summary: 'Remove a post for good',
  input: z.object({ post_id: id, why: z.optional(text()) }),
  output: z.object({ post_id: rowId }),
})
