import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, flag, id, rowId, timestamp } from './fields.ts'

const plate = z.object({
  logo_id: rowId,
  /** Name of the picture's files, its side in px, and the colour of its edge where that is one colour. */
  image: z.string(),
  side: count,
  ground: z.nullable(z.string()),
  /** The title. */
  logo: z.string(),
  /** Who made it: as `PlateFacts`. */
  designer: z.string(),
  company: z.string(),
  place: z.string(),
  illustrator: z.string(),
  art_director: z.string(),
  creative_director: z.string(),
  client: z.string(),
  industry: z.string(),
  book: z.nullable(z.string()),
  was_judged: flag,
  /** When the book was published, else when the logo was uploaded. */
  year: count,
  upload_date: timestamp,
  /** The plate as JPEG, to pass on. */
  pictures: z.array(z.object({ width: count, height: count, url: z.string() })),
})
export type Plate = z.output<typeof plate>

export const find = endpoint({
  method: 'GET',
  path: '/api/plates',
  who: 'anyone',
  summary:
    'What a logo’s plate says: its picture, who made it, and the newest book it is in; 404 for a hidden logo',
  input: z.object({ logo_id: id }),
  output: plate,
})
