import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { bands } from '../rules/books.ts'
import { checkKeywords } from '../rules/keywords.ts'
import { maxLength, pageSize } from '../rules/limits.ts'
import { viewSources } from '../rules/statistics.ts'
import {
  count,
  designerOrMe,
  fileName,
  flag,
  id,
  listOf,
  longText,
  pageNumber,
  pageOf,
  requiredLongText,
  requiredText,
  rowId,
  text,
  timestamp,
} from './fields.ts'
import { training } from './profile-form.ts'
import { hiders } from './reports.ts'
import { searchFilters } from './search.ts'

export const logotypes = ['Symbol', 'Typographic', 'Combo'] as const

/**
 * How far an entry has come: in the open book, before the jury; once published: not kept, past the first cut, in the book.
 */
const standings = ['entered', 'judging', 'passed', 'kept', 'selected'] as const

/** A logo as every list and the detail view show it. */
export const logo = z.object({
  logo_id: rowId,
  /** The picture, WebP at its full side; other sizes and formats by shared/rules/image-url.ts. */
  url: z.string(),
  /** Name of the picture's files, its side in px, and the colour of its edge where that is one colour. */
  image: z.string(),
  side: count,
  ground: z.nullable(z.string()),
  /** Up to five colours without the ground and their shares of what is not ground, largest first; none until they are found. */
  colors: z.array(z.object({ hex: z.string(), share: z.number() })),
  /** The title. */
  logo: z.string(),
  filename: z.string(),
  description: z.string(),
  keywords: z.string(),
  keywords2: z.string(),
  designer_id: rowId,
  /** Empty where the designer has left: then there is no profile. */
  slug: z.string(),
  company: z.string(),
  avatar_url: z.string(),
  designer: z.string(),
  art_director: z.string(),
  creative_director: z.string(),
  illustrator: z.string(),
  photographer: z.string(),
  assoc_creative_director: z.string(),
  client: z.string(),
  industry: z.string(),
  logotype: z.enum(logotypes),
  /** 'Awarded', 'Jury-Ranked', or empty. Computed, never stored. */
  class_name: z.string(),
  upload_date: timestamp,
  view_count: count,
  collection_ct: count,
  like_ct: count,
  is_liked: flag,
  is_collected: flag,
  is_followed: flag,
  /** Number of the newest book (of the Master Library) the logo stands in. */
  book_id: z.nullable(count),
  master_book_id: z.nullable(count),
  /**
   * Only in the answer about a single logo: the collections that hold it and that the viewer may see, the viewer's
   * own first, then the last saved first; 20 at most.
   */
  collections: z.optional(z.array(z.object({ light_box_id: rowId, name: z.string() }))),
  /**
   * Only where the owner asked for one logo: the newest book it was entered for; null where that book, judged elsewhere,
   * has passed it by. `closes_at`: of the open book. `band`: once published, the percentile band of the results.
   */
  book_standing: z.optional(
    z.nullable(
      z.object({
        book: count,
        standing: z.enum(standings),
        closes_at: z.optional(timestamp),
        band: z.optional(z.literal(bands)),
      }),
    ),
  ),
})
export type Logo = z.output<typeof logo>

/** The answer about a single logo; a hidden one, which its owner and staff get, says so, and why. */
const foundLogo = z.extend(logo, {
  is_hidden: z.optional(z.literal(1)),
  hidden_why: z.optional(z.string()),
  /** When its picture was last replaced; absent if it never was. */
  replaced_at: z.optional(timestamp),
  /** Only to its owner: the file name of its vector original; null without one. */
  vector: z.optional(z.nullable(z.string())),
  /** What its designer has chosen; only in the answer about a single logo. */
  training: z.optional(training),
})
export type FoundLogo = z.output<typeof foundLogo>

export const logoList = listOf(logo)
export type LogoList = z.output<typeof logoList>

const allOrSize = z.union(
  [z.literal('all'), id.check(z.maximum(pageSize.most))],
  `page_size may be 1 to ${pageSize.most}, or 'all'.`,
)

export const find = endpoint({
  method: 'GET',
  path: '/api/logos',
  who: 'anyone',
  summary:
    "One logo's details (logo_id), a designer's logos (designer_id or folder_url; newest first, 20 a page), or a search (30 a page)",
  input: z
    .object({
      logo_id: z.optional(id),
      designer_id: z.optional(designerOrMe),
      folder_url: z.optional(text()),
      /** Of one logo: where the viewer found it, and the words of the search; for its designer's statistics. */
      via: z.optional(z.enum(viewSources, 'No such source.')),
      words: z.optional(text(maxLength.text)),
      ...searchFilters,
      page: pageNumber,
      page_size: z.optional(allOrSize),
    })
    .check(
      z.refine(
        q => [q.logo_id, q.designer_id, q.folder_url].filter(which => which !== undefined).length <= 1,
        {
          error: 'One of logo_id, designer_id and folder_url, please.',
          path: ['logo_id'],
        },
      ),
      z.refine(q => q.page_size !== 'all' || q.designer_id === 'me', {
        error: "page_size 'all' goes with designer_id 'me' only.",
        path: ['page_size'],
      }),
    ),
  output: z.extend(logoList, {
    data: z.array(foundLogo),
    /** The spelling that was searched instead, when nothing matched the one that was sent. */
    corrected_to: z.optional(z.string()),
  }),
})

export const fresh = endpoint({
  method: 'GET',
  path: '/api/logos/fresh',
  who: 'anyone',
  summary: 'All logos, newest upload first; a visitor gets the newest 150',
  input: z.object(pageOf(pageSize.explore)),
  output: logoList,
})

export const beyond = endpoint({
  method: 'GET',
  path: '/api/logos/beyond',
  who: 'anyone',
  summary: "Pictures of the logos after a visitor's newest 150",
  input: z.object({}),
  output: z.array(z.object({ image: z.string(), ground: z.nullable(z.string()) })),
})

export const following = endpoint({
  method: 'GET',
  path: '/api/logos/following',
  who: 'active member',
  summary: 'Logos of the designers one follows, newest upload first',
  input: z.object(pageOf(pageSize.explore)),
  output: logoList,
})

const relatedLogo = z.extend(logo, {
  /** What it has most in common with the logo. */
  because: z.enum(['shape', 'colour', 'keywords']),
})
export type Related = z.output<typeof relatedLogo>

export const related = endpoint({
  method: 'GET',
  path: '/api/logos/related',
  who: 'anyone',
  summary: 'The four logos nearest to a logo by look and keywords, of four other designers',
  input: z.object({ logo_id: id }),
  output: listOf(relatedLogo),
})

const keywordText = z.string('Must be text.').check(
  z.refine(s => !s.includes('\0'), 'Must be text.'),
  z.maxLength(4000, { error: 'At most 4000 characters, please.', abort: true }),
  z.superRefine((value, context) => {
    const message = checkKeywords(value)
    if (message) context.addIssue({ code: 'custom', message, input: value })
  }),
)

const facts = {
  logo: requiredText('Title is required'),
  logotype: z.enum(logotypes, 'Logotype is required'),
}

const optionalFacts = {
  designer: text(),
  art_director: text(),
  creative_director: text(),
  assoc_creative_director: text(),
  illustrator: text(),
  photographer: text(),
  client: text(),
  industry: text(),
  keywords: keywordText,
  description: longText(maxLength.description),
}

/** What a designer says about a logo. Credits and facts are optional text. */
export const logoFacts = z.object({
  ...facts,
  designer: z._default(optionalFacts.designer, ''),
  art_director: z._default(optionalFacts.art_director, ''),
  creative_director: z._default(optionalFacts.creative_director, ''),
  assoc_creative_director: z._default(optionalFacts.assoc_creative_director, ''),
  illustrator: z._default(optionalFacts.illustrator, ''),
  photographer: z._default(optionalFacts.photographer, ''),
  client: z._default(optionalFacts.client, ''),
  industry: z._default(optionalFacts.industry, ''),
  keywords: z._default(optionalFacts.keywords, ''),
  description: z._default(optionalFacts.description, ''),
})

/**
 * The picture is base64 in JSON. 8 MB hold any picture that deserves the answer "too large" instead of a refused
 * body.
 */
export const submit = endpoint({
  method: 'POST',
  path: '/api/logos',
  who: 'active member',
  summary: 'Upload a logo; sent again with the same upload_key, it is the same logo',
  input: z.extend(logoFacts, {
    filename: z._default(fileName, ''),
    file_base64: z.string('Choose an image.').check(z.minLength(1, 'Choose an image.')),
    /** The idempotency key of this submission. The sender makes it up once and repeats it on every retry. */
    upload_key: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 letters, digits, - and _.')),
    ),
  }),
  output: logo,
  bodyLimit: 8_000_000,
  picture: { field: 'file_base64', kind: 'logo' },
})

export const replacePicture = endpoint({
  method: 'PUT',
  path: '/api/logos/picture',
  who: 'active member',
  summary:
    "Replace the picture of one's own logo, within 48 hours of its upload or until its book closes; likes and comments stay",
  input: z.object({ logo_id: id, file_base64: submit.input.shape.file_base64 }),
  output: foundLogo,
  bodyLimit: 8_000_000,
  picture: { field: 'file_base64', kind: 'logo' },
})

/** Fields that are not sent keep their values. */
export const update = endpoint({
  method: 'PUT',
  path: '/api/logos',
  who: 'active member',
  summary: "Change what is said about one's own logo; `keywords` wins over `tags`",
  input: z.extend(z.partial(z.object({ ...facts, ...optionalFacts })), {
    logo_id: id,
    keywords2: z.optional(keywordText),
    tags: z.optional(keywordText),
  }),
  output: logo,
  // A generous limit, so that a text that is far too long gets an error at its field.
  bodyLimit: 256_000,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/logos',
  who: 'active member',
  summary: "Delete one's own logo, within 48 hours of its upload and unless it stands in a published book",
  input: z.object({ logo_id: id }),
  output: z.object({ logo_id: rowId }),
})

export const like = endpoint({
  method: 'POST',
  path: '/api/logos/like',
  who: 'active member',
  summary: 'Like a logo (state 1) or take the like back (0)',
  input: z.object({ logo_id: id, state: flag }),
  output: z.object({ logo_id: rowId, is_liked: flag, like_ct: count }),
})

const comment = z.object({
  logo_comment_id: rowId,
  comment: z.string(),
  date_added: timestamp,
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  avatar_url: z.string(),
  /** Told to its writer alone, who still sees it; `hidden_why` is what staff say, null until a person has decided. */
  is_hidden: z.optional(flag),
  hidden_by: z.optional(z.enum(hiders)),
  hidden_why: z.optional(z.nullable(z.string())),
})

export const comments = endpoint({
  method: 'GET',
  path: '/api/logos/comments',
  who: 'anyone',
  summary:
    "A logo's comments, newest first: a page of 50, or the newest 200 without a page; count is of all that the viewer sees",
  input: z.object({ logo_id: id, page: z.optional(id) }),
  output: listOf(comment),
})

export const addComment = endpoint({
  method: 'POST',
  path: '/api/logos/comments',
  who: 'active member',
  summary: 'Comment on a logo',
  input: z.object({
    logo_id: id,
    comment: requiredLongText('Comment is required', maxLength.comment),
  }),
  output: comment,
})
