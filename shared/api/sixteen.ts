import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { sixteenSorts } from '../rules/sixteen.ts'
import { count, flag, rowId, text } from './fields.ts'
import { searchFilters } from './search.ts'

const { sort: _, ...filters } = searchFilters

const atlasName = z
  .string('Name an atlas.')
  .check(z.regex(/^[0-9a-f]{32}$/, 'An atlas is 32 hexadecimal digits.'))

export const find = endpoint({
  method: 'GET',
  path: '/api/sixteen',
  who: 'anyone',
  summary:
    'The atlases of all shown logos at 16 px, and which of their squares are shown, in which order; filters are for members',
  input: z.object({
    ...filters,
    /** The slug of a published book: only its logos. */
    book: z.optional(text()),
    sort: z._default(
      z.enum(Object.keys(sixteenSorts) as (keyof typeof sixteenSorts)[], 'No such order.'),
      'ground',
    ),
  }),
  output: z.object({
    /** In the order of the grounds; the picture is `/images/sixteen/{atlas}-{1|2}.webp`, 16 squares wide. */
    atlases: z.array(z.object({ atlas: z.string(), count })),
    /** How many logos are shown. */
    count,
    /** Positions in that order, as `encodePositions` writes them; null: all of them as they come. */
    order: z.nullable(z.string()),
    /** Positions that show nothing: of logos that were hidden a moment ago, and of members blocked by the viewer or blocking. */
    holes: z.string(),
    /** Positions of the viewer's own logos. */
    own: z.string(),
    /** Whether more squares are being drawn. */
    is_growing: flag,
  }),
})
export type Sixteen = z.output<typeof find.output>

export const names = endpoint({
  method: 'GET',
  path: '/api/sixteen/names',
  who: 'anyone',
  summary: 'Whose the squares of an atlas are; null where a square shows nothing',
  input: z.object({ atlas: atlasName }),
  output: z.array(
    z.nullable(
      z.object({
        /** Null for a visitor past the newest 150, and so is the picture. */
        logo_id: z.nullable(rowId),
        image: z.nullable(z.string()),
        /** The title. */
        logo: z.string(),
        company: z.string(),
      }),
    ),
  ),
})
export type SquareName = z.output<typeof names.output>[number]
