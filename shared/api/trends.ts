import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { quarterPattern, trendKinds } from '../rules/trends.ts'
import { count, rowId, timestamp } from './fields.ts'

const quarter = z.string().check(z.regex(quarterPattern, 'A quarter, please: 2026-3.'))
/** A part of a quarter's logos, from 0 to 1. */
const share = z.number()

const trend = z.object({
  kind: z.enum(trendKinds),
  /** Whether its share has grown; everything has where the quarter before has no logos. */
  direction: z.enum(['rising', 'falling']),
  /** A keyword, an industry, a colour, a kind of palette by its name in the search, or the title of a shape's most typical logo. */
  name: z.string(),
  /** A colour as six hexadecimal digits. */
  color: z.nullable(z.string()),
  /**
   * The quarter's logos that have it, and their share of all, or of those whose colours or looks have been found; the same of the
   * quarter before.
   */
  count,
  share,
  before_count: count,
  before_share: share,
  /** The most typical logos of a shape that the caller may see, the most typical one first. */
  logos: z.array(
    z.object({
      logo_id: rowId,
      logo: z.string(),
      company: z.string(),
      image: z.string(),
      ground: z.nullable(z.string()),
    }),
  ),
})
export type Trend = z.output<typeof trend>

export const find = endpoint({
  method: 'GET',
  path: '/api/trends',
  who: 'anyone',
  summary:
    'What rises and falls among the public logos of a quarter (the last one with logos, unless one is named), in UTC, against the quarter before: shapes, keywords, industries, colours, palettes',
  input: z.object({ quarter: z.optional(quarter) }),
  output: z.object({
    quarter,
    /** Public logos of the quarter and of the one before. */
    logo_ct: count,
    before_ct: count,
    /** When they were counted; null where no logo of the quarter is. */
    counted_at: z.nullable(timestamp),
    /** The nearest quarters with logos. */
    earlier: z.nullable(quarter),
    later: z.nullable(quarter),
    /** Of each kind, what has risen most first, then what has fallen most. */
    data: z.array(trend),
    count,
  }),
  csv: ['kind', 'direction', 'name', 'color', 'count', 'share', 'before_count', 'before_share'],
})
export type Trends = z.output<typeof find.output>
