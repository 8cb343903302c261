import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { bookSeries, bookStates } from '../rules/books.ts'
import { pageSize } from '../rules/limits.ts'
import { count, flag, listOf, pageOf, rowId, text, timestamp } from './fields.ts'
import { logoList } from './logos.ts'

/** A book's name in addresses and calls: 'book-14'. */
export const bookSlug = text(40, 'Name a book.').check(
  z.regex(/^[a-z-]+-\d{1,5}$/, 'Name a book, such as book-14.'),
)

/** The facts of a book in every list. */
export const bookSummary = z.object({
  slug: z.string(),
  title: z.string(),
  series: z.enum(bookSeries),
  number: count,
  state: z.enum(bookStates),
  closes_at: z.nullable(timestamp),
  results_by: z.nullable(timestamp),
  /** `YYYY-MM-DD` */
  published_on: z.nullable(z.string()),
  entry_ct: count,
  places: z.nullable(count),
})

const book = z.extend(bookSummary, {
  /** Own logos that are entered; 0 for visitors. */
  own_entry_ct: count,
  authors: z.string(),
  /** Month on the cover, `YYYY-MM`; null where the book does not say. */
  published: z.nullable(z.string()),
  pages: z.nullable(count),
  blurb: z.string(),
  /** Colours of the cover, `#rrggbb`; null where it has none of its own. */
  ink: z.nullable(z.string()),
  paper: z.nullable(z.string()),
  /** Where it is sold; null where it cannot be bought. */
  buy_url: z.nullable(z.string()),
  /** Whether its jurors' agreement is known (`findReliability`); not for a book that was judged elsewhere. */
  has_reliability: flag,
  /** Whether it has a draw (`findDraw`); not for a book that was judged elsewhere. */
  has_draw: flag,
})
export type Book = z.output<typeof book>

export const find = endpoint({
  method: 'GET',
  path: '/api/books',
  who: 'anyone',
  summary: 'Every book: the competition’s newest first, then textbooks, then the Master Library by volume',
  input: z.object({}),
  output: listOf(book),
})

export const winners = endpoint({
  method: 'GET',
  path: '/api/books/winners',
  who: 'anyone',
  summary: 'The logos in a published book, in the order of their uploads; none before',
  input: z.object({ book: bookSlug, ...pageOf(pageSize.explore) }),
  output: logoList,
})

const pair = z.tuple([rowId, rowId])
const panels = z.array(z.tuple([rowId, z.array(rowId)]))

/** The data for repeating a draw. Fields of later states are absent until then. */
const draw = z.object({
  book: z.string(),
  state: z.enum(bookStates),
  commitment: z.string(),
  committed_at: timestamp,
  beacon_source: z.nullable(z.string()),
  beacon_at: z.nullable(timestamp),
  /** Both null until the book is closed. */
  entries_hash: z.nullable(z.string()),
  closed_at: z.nullable(timestamp),
  /** From `closed`. */
  inputs_hash: z.optional(z.string()),
  /** From `judging`; empty where no source was named. */
  beacon: z.optional(z.string()),
  /** From `ratified`, like all that follows. */
  secret: z.optional(z.string()),
  seed: z.optional(z.string()),
  /** Account ids, ascending: the first is juror 1. */
  jurors: z.optional(z.array(rowId)),
  entries: z.optional(z.array(rowId)),
  /** `[logo_id, juror number]`, as known at closing */
  conflicts: z.optional(z.array(pair)),
  /** `[logo_id, [juror numbers]]` as drawn, by logo id */
  assignments: z.optional(panels),
  border_assignments: z.optional(panels),
  /** `[logo_id, from, to]` after the draw, in order of time */
  moved: z.optional(z.array(z.tuple([rowId, rowId, rowId]))),
  /** `[juror number, when the juror left]` */
  left: z.optional(z.array(z.tuple([rowId, timestamp]))),
  last_score_hash: z.optional(z.string()),
})
export type Draw = z.output<typeof draw>

export const findDraw = endpoint({
  method: 'GET',
  path: '/api/books/draw',
  who: 'anyone',
  summary:
    'What a book’s draw was made from, and once ratified all that is needed to repeat it; 404 for books judged elsewhere',
  input: z.object({ book: bookSlug }),
  output: draw,
})

const share = z.nullable(z.number())

const reliability = z.object({
  icc_single: share,
  icc_three: share,
  alpha: share,
  alpha_low: share,
  alpha_high: share,
  /** By number, never by name. */
  jurors: z.array(
    z.object({
      juror: rowId,
      correlation: share,
      /** Slope of the normal score for each 100 tiles */
      drift: share,
      /** Median */
      seconds_per_tile: share,
    }),
  ),
})
export type Reliability = z.output<typeof reliability>

export const findReliability = endpoint({
  method: 'GET',
  path: '/api/books/reliability',
  who: 'anyone',
  summary: 'How far a published book’s jurors agreed; 409 before publication, 404 for books judged elsewhere',
  input: z.object({ book: bookSlug }),
  output: reliability,
})
