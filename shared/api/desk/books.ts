import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { bands, bookSeries, bookStates, jurySize } from '../../rules/books.ts'
import { maxLength } from '../../rules/limits.ts'
import { bookSlug, bookSummary } from '../books.ts'
import {
  count,
  flag,
  id,
  listOf,
  longText,
  pageNumber,
  pageSizeOf,
  requiredText,
  rowId,
  text,
  timestamp,
} from '../fields.ts'
import { flagReasons } from '../jury.ts'
import { deskList, requiredWhy, versionNumber, versionOf } from './fields.ts'

/** A book as the chair sees it in a list. */
const row = z.extend(bookSummary, {
  border_round: flag,
  beacon_source: z.nullable(z.string()),
  beacon_at: z.nullable(timestamp),
  closed_at: z.nullable(timestamp),
})

const list = z.extend(listOf(row), {
  /** The number that the next judged book gets. */
  next_number: count,
  /** Whether a book is open: the next one cannot be opened before it has closed. */
  has_open: flag,
})

/** The public texts of a book, which its versions hold. */
const words = z.object({
  /** Empty: series and number. */
  title: z.string(),
  authors: z.string(),
  /** `YYYY-MM` */
  published: z.nullable(z.string()),
  pages: z.nullable(count),
  blurb: z.string(),
  ink: z.nullable(z.string()),
  paper: z.nullable(z.string()),
  buy_url: z.nullable(z.string()),
})
export type BookWords = z.output<typeof words>

/** One book as the chair sees it: no scores before it is ratified. */
const details = z.extend(row, {
  /** The state that the next step leads to; null once it is published. */
  next: z.nullable(z.enum(bookStates)),
  /** The states that it passes through, in order, each with when it came into it; null for those to come, and where that is not known. */
  steps: z.array(z.object({ state: z.enum(bookStates), at: z.nullable(timestamp) })),
  /** All that keeps it from the next step: a sentence each, and the section of its room in which it can be resolved. */
  missing: z.array(z.object({ text: z.string(), where: z.nullable(z.enum(['book', 'jury'])) })),
  /** When unfinished tiles of this round are given to others. */
  due_at: z.nullable(timestamp),
  jurors: z.array(
    z.object({
      designer_id: rowId,
      username: z.string(),
      company: z.string(),
      /** Place by account id: fixed once the book is closed. */
      number: rowId,
      /** Of this round, without calibration and hidden tiles. */
      tiles: count,
      scored: count,
      last_active: z.nullable(timestamp),
      /** Median */
      seconds_per_tile: z.nullable(z.number()),
      left_at: z.nullable(timestamp),
      declared_ct: count,
    }),
  ),
  flags: z.array(
    z.object({
      logo_id: rowId,
      /** The title and picture, as a logo has them. */
      logo: z.string(),
      image: z.string(),
      reason: z.enum(flagReasons),
      text: z.string(),
      /** By number. */
      juror: rowId,
    }),
  ),
  disqualified: z.array(z.object({ logo_id: rowId, logo: z.string(), why: z.string() })),
  /** The newest, which is the current one, first. */
  versions: z.array(z.extend(words, versionOf)),
})
export type AdminBook = z.output<typeof details>

export const find = endpoint({
  method: 'GET',
  path: '/api/admin/books',
  who: 'chair',
  summary: 'One book with its jury, its flags and what is missing for the next step (book), or a list of all',
  input: z.object({
    ...deskList(['work', 'newest', 'oldest', 'name', 'name-down']),
    book: z.optional(bookSlug),
  }),
  output: z.union([details, list]),
  csv: [
    'slug',
    'title',
    'state',
    'entry_ct',
    'places',
    'closes_at',
    'closed_at',
    'results_by',
    'published_on',
  ],
})

const why = text(maxLength.text)
const aMoment = 'Must be a moment, such as 2027-03-31T22:00:00Z.'
const instantOr = (missing: string) =>
  z.pipe(
    z.iso.datetime({ offset: true, error: ({ input }) => (input ? aMoment : missing) }),
    z.transform(at => new Date(at)),
  )
const instant = instantOr(aMoment)
const places = id.check(z.maximum(100_000, 'At most 100,000 places, please.'))
const beaconSource = requiredText('Name the public value, or leave it out.', 500)

export const open = endpoint({
  method: 'POST',
  path: '/api/admin/books',
  who: 'chair',
  summary: 'Open a book: every upload enters it from now on; 409 while another is open',
  input: z.object({
    series: z.literal('book', 'Only the series book is judged.'),
    number: id.check(z.maximum(32_767, 'At most 32,767, please.')),
    title: requiredText('Title is required'),
    places,
    closes_at: instantOr('Say when the book closes.'),
    results_by: z.optional(instant),
    border_round: z._default(flag, 1),
    beacon_source: z.optional(beaconSource),
    beacon_at: z.optional(instant),
    why: z.optional(why),
  }),
  output: details,
})

const authors = text()
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month, such as 2027-03.'))
const pages = id.check(z.maximum(32_767, 'At most 32,767, please.'))
const blurb = longText(maxLength.description)
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Must be a colour, such as #b3261e.'))
const shopAddress = text(maxLength.url).check(
  z.regex(/^https?:\/\//, 'Enter the full address, beginning with https://'),
)
const number = id.check(z.maximum(32_767, 'At most 32,767, please.'))

export const addEarlier = endpoint({
  method: 'POST',
  path: '/api/admin/books/earlier',
  who: 'chair',
  summary: 'Add a book that was published before, elsewhere: it takes no entries, and has no jury here',
  input: z.object({
    series: z.enum(bookSeries, `A series is one of ${bookSeries.join(', ')}.`),
    number,
    title: requiredText('Title is required'),
    published: month,
    authors: z._default(authors, ''),
    pages: z._default(z.nullable(pages), null),
    blurb: z._default(blurb, ''),
    ink: z._default(z.nullable(colour), null),
    paper: z._default(z.nullable(colour), null),
    buy_url: z._default(z.nullable(shopAddress), null),
    why: z.optional(why),
  }),
  output: details,
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/admin/books',
  who: 'chair',
  summary:
    'Change a book: what it was opened with while it is open, and what the page of books says of it at any time, ' +
    'where an earlier version can be taken back (version)',
  input: z.object({
    /** Without it series and number name the book. */
    book: z.optional(bookSlug),
    series: z.optional(z.literal('book', 'Only the series book is judged.')),
    number: z.optional(number),
    title: z.optional(requiredText('Title is required')),
    places: z.optional(places),
    closes_at: z.optional(instant),
    results_by: z.optional(instant),
    border_round: z.optional(flag),
    beacon_source: z.optional(z.nullable(beaconSource)),
    beacon_at: z.optional(z.nullable(instant)),
    authors: z.optional(authors),
    published: z.optional(z.nullable(month)),
    pages: z.optional(z.nullable(pages)),
    blurb: z.optional(blurb),
    ink: z.optional(z.nullable(colour)),
    paper: z.optional(z.nullable(colour)),
    buy_url: z.optional(z.nullable(shopAddress)),
    version: z.optional(versionNumber),
    why: z.optional(why),
  }),
  output: details,
})

export const setState = endpoint({
  method: 'PUT',
  path: '/api/admin/books/state',
  who: 'chair',
  summary: 'Take a book to its next state; the same state again changes nothing, any other is 409',
  input: z.object({
    book: bookSlug,
    to: z.enum(bookStates, 'One of the states of a book, please.'),
    why: requiredWhy,
    beacon: z.optional(
      z
        .string()
        .check(z.maxLength(500, 'At most 500 characters, please.'), z.regex(/^[^\0]*$/, 'Must be text.')),
    ),
  }),
  output: details,
})

export const setJurors = endpoint({
  method: 'PUT',
  path: '/api/admin/books/jurors',
  who: 'chair',
  summary:
    'Name the jury while the book is open; after the draw a part of it, at least five: the others’ unfinished tiles are given to these',
  input: z.object({
    book: bookSlug,
    designer_ids: z
      .array(id, 'Name jurors by their numbers.')
      .check(z.maxLength(jurySize.most, `At most ${jurySize.most} jurors, please.`)),
    why: z.optional(why),
  }),
  output: details,
})

export const setDisqualified = endpoint({
  method: 'PUT',
  path: '/api/admin/books/disqualified',
  who: 'chair',
  summary: 'Take an entry out of the ranking, or put it back, from closing until publication',
  input: z.object({ book: bookSlug, logo_id: id, state: flag, why: requiredWhy }),
  output: z.object({ logo_id: rowId, is_disqualified: flag }),
})

const result = z.object({
  /** null for the disqualified. */
  rank: z.nullable(rowId),
  logo_id: rowId,
  logo: z.string(),
  /** `[round, juror number, score]` */
  scores: z.array(z.tuple([rowId, rowId, count])),
  u: z.number(),
  v: z.number(),
  p: z.nullable(z.number()),
  band: z.nullable(z.literal(bands)),
  flags: count,
  saved_by: z.array(rowId),
  is_disqualified: flag,
  cross_check: z.number(),
})
export type Result = z.output<typeof result>

export const results = endpoint({
  method: 'GET',
  path: '/api/admin/books/results',
  who: 'chair',
  summary: 'The ranking of a ratified book, best first; the disqualified last. Also as CSV at results.csv',
  input: z.object({ book: bookSlug, page: pageNumber, page_size: pageSizeOf(100) }),
  output: z.extend(listOf(result), {
    /** Of the jurors by number, from the raw scores: above 0 is stricter than the others. */
    severities: z.array(z.object({ juror: rowId, severity: z.number() })),
  }),
})
