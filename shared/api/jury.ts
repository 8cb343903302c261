import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { bookStates, scoresPerCall } from '../rules/books.ts'
import { maxLength } from '../rules/limits.ts'
import { count, flag, id, listOf, pageSizeOf, requiredLongText, rowId, timestamp } from './fields.ts'

const bench = z.object({
  /** Of two books the one whose jury is at work, else the newest. `due_at` is null before the draw. */
  book: z.object({
    slug: z.string(),
    title: z.string(),
    state: z.enum(bookStates),
    due_at: z.nullable(timestamp),
  }),
  /** null where there is nothing to score: before the draw and after the last round. */
  stage: z.nullable(z.enum(['first', 'border'])),
  /** Tiles of this stage, without calibration and hidden ones */
  total: count,
  scored: count,
  skipped: count,
  calibration_left: count,
  saves_left: count,
  /** How often each score was given, from 0; 4 long, in the border round 11. Without calibration. */
  distribution: z.array(count),
  /** The expected share of each score, from earlier books; as long as `distribution`. */
  expected_distribution: z.array(z.number()),
  /** Designers that the juror has declared to know. */
  declared: z.array(rowId),
})
export type Bench = z.output<typeof bench>

export const find = endpoint({
  method: 'GET',
  path: '/api/jury',
  who: 'juror',
  summary: 'The bench of whoever sits on a jury: the book, the stage and one’s own progress; 403 for others',
  input: z.object({}),
  output: bench,
})

/** The facts of a logo that a juror may know: without designer, client, date and likes. */
const tile = z.object({
  assignment_id: rowId,
  position: count,
  /** The picture of 900 px, WebP. */
  url: z.string(),
  /** As `image` of a logo: other sizes are `/images/{image}-{160|320|640|900}.avif` and `-{320|900}.webp`. */
  image: z.string(),
  /** The strip of true sizes (`shared/rules/true-sizes.ts`); null while its picture has none. */
  strip: z.nullable(z.string()),
  /** The title. */
  logo: z.string(),
  industry: z.string(),
  score: z.nullable(count),
  is_saved: flag,
  is_skipped: flag,
  is_calibration: flag,
})
export type Tile = z.output<typeof tile>

export const tiles = endpoint({
  method: 'GET',
  path: '/api/jury/tiles',
  who: 'juror',
  summary:
    'Tiles of this stage: `next` unscored (calibration first, skipped last), `skipped`, or `scored` (the last first)',
  input: z.object({
    from: z._default(
      z.enum(['next', 'skipped', 'scored'], 'One of next, skipped and scored, please.'),
      'next',
    ),
    /**
     * Continues behind the tile at this position, whether or not it has been scored since. After the last unskipped tile,
     * `next` lists all skipped ones: from a skipped tile on, continue with `skipped`.
     */
    after: z.optional(id),
    /** Sent by tabs that were opened before lists continued with `after`: pages after the first one are empty. */
    page: z.optional(id),
    page_size: pageSizeOf(20),
  }),
  output: listOf(tile),
})

const sentScore = z.object({
  /** Made by the sender, unique for each juror: the same key is counted once. */
  key: z
    .string('A score needs a key of 1 to 64 characters.')
    .check(
      z.minLength(1, 'A score needs a key of 1 to 64 characters.'),
      z.maxLength(64, 'A score needs a key of 1 to 64 characters.'),
      z.regex(/^[^\0]*$/, 'Must be text.'),
    ),
  assignment_id: id,
  /** 0 to 3, in the border round 0 to 10. */
  score: z.number('A score is a whole number.'),
  /** When the juror gave it, by the juror's clock. A time in the future is replaced by the present. */
  scored_at: z.iso.datetime({ offset: true, error: 'A score needs the moment at which it was given.' }),
})

export const sendScores = endpoint({
  method: 'PUT',
  path: '/api/jury/scores',
  who: 'juror',
  summary:
    'Keep up to 100 scores. A key sent again gets its first answer; of several scores for a tile the one given last counts',
  input: z.object({
    scores: z
      .array(sentScore, 'Send scores as a list.')
      .check(
        z.minLength(1, 'Send at least one score.'),
        z.maxLength(scoresPerCall, `At most ${scoresPerCall} scores in one call, please.`),
      ),
  }),
  output: z.object({
    /** One for each sent, in that order. */
    scores: z.array(
      z.object({ key: z.string(), state: z.enum(['kept', 'refused']), error: z.optional(z.string()) }),
    ),
  }),
})

export const setSaved = endpoint({
  method: 'PUT',
  path: '/api/jury/saved',
  who: 'juror',
  summary: 'Save a logo into the border round, independent of its scores, or take that back; 409 beyond 20',
  input: z.object({ assignment_id: id, state: flag }),
  output: z.object({ assignment_id: rowId, is_saved: flag, saves_left: count }),
})

export const setSkipped = endpoint({
  method: 'PUT',
  path: '/api/jury/skipped',
  who: 'juror',
  summary: 'Put a tile behind all others, or take that back',
  input: z.object({ assignment_id: id, state: flag }),
  output: z.object({ assignment_id: rowId, is_skipped: flag }),
})

export const reportConflict = endpoint({
  method: 'POST',
  path: '/api/jury/conflicts',
  who: 'juror',
  summary: '“I know this work”: another juror gets the tile; 409 where nobody is left who may have it',
  input: z.object({ assignment_id: id }),
  output: z.object({ assignment_id: rowId }),
})

export const declare = endpoint({
  method: 'PUT',
  path: '/api/jury/declared',
  who: 'juror',
  summary: 'Name all designers whose work one knows, while the book is open; replaces what was named before',
  input: z.object({
    designer_ids: z
      .array(id, 'Name designers by their numbers.')
      .check(z.maxLength(1000, 'At most 1,000 designers, please.')),
  }),
  output: z.object({ declared: z.array(rowId) }),
})

export const flagReasons = ['copy', 'rules'] as const

export const reportFlag = endpoint({
  method: 'POST',
  path: '/api/jury/flags',
  who: 'juror',
  summary: 'Tell the chair that a logo looks copied or breaks the rules; again for the same tile replaces it',
  input: z.object({
    assignment_id: id,
    reason: z.enum(flagReasons, 'One of copy and rules, please.'),
    text: requiredLongText('Say in a few words what is wrong.', maxLength.description),
  }),
  output: z.object({ assignment_id: rowId }),
})
