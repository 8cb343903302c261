import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { viewSources } from '../rules/statistics.ts'
import { count, id, rowId } from './fields.ts'

const day = z.iso.date('A day, please: 2026-01-31.')

const sumsOfDay = z.object({
  day: z.iso.date(),
  views: count,
  likes: count,
  saves: count,
  /** Follows are the designer's, not a logo's. */
  follows: z.optional(count),
})
export type SumsOfDay = z.output<typeof sumsOfDay>

export const find = endpoint({
  method: 'GET',
  path: '/api/designers/statistics',
  who: 'active member',
  summary:
    "What became of one's own logos, of all or of one (logo_id), by day in UTC: the last 365 days, or those from `from` to `to`; words once five members have searched by them",
  input: z.object({ logo_id: z.optional(id), from: z.optional(day), to: z.optional(day) }),
  output: z.object({
    /** Every day of the period, the first one first. */
    data: z.array(sumsOfDay),
    /** Where views came from. */
    sources: z.record(z.enum(viewSources), count),
    /** The total since views are counted, most frequent first. */
    words: z.array(z.object({ words: z.string(), views: count })),
    /** Public collections that hold the logo, or one of them, the last saved first. */
    collections: z.array(z.object({ light_box_id: rowId, name: z.string() })),
    count,
  }),
  csv: ['day', 'views', 'likes', 'saves', 'follows'],
})
