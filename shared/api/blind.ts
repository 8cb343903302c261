import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { blindKeeps, blindTiles, placesOfBits } from '../rules/blind.ts'
import { count, flag, rowId, timestamp } from './fields.ts'

/** `YYYY-MM-DD`, in UTC. */
const day = z.string()

const today = z.object({
  day,
  /** From 1, the first day on which this site was played. */
  number: count,
  book: z.object({ slug: z.string(), title: z.string() }),
  /** When the next day's twenty begin. */
  ends_at: timestamp,
  /**
   * By place; null for a logo that is no longer shown. `image`: pictures are `/images/{image}-{160|320|640|900}.avif` and
   * `-{320|900}.webp`; the name tells nothing of the logo.
   */
  tiles: z.array(z.nullable(z.object({ image: z.string() }))),
  /**
   * `BlindNames`, encrypted, for showing them without a connection. The key is derived from the salt (`blindNamesKey`).
   * Base64.
   */
  names: z.object({ salt: z.string(), text: z.string() }),
})
export type BlindDay = z.output<typeof today>

export const find = endpoint({
  method: 'GET',
  path: '/api/blind',
  who: 'anyone',
  summary:
    'Today’s twenty logos of one published book, without names; null while no book has logos by twenty designers',
  input: z.object({}),
  output: z.nullable(today),
})

const wrongKeeps = `Keep ${blindKeeps} of the ${blindTiles} logos, no more and no fewer.`

const named = z.object({
  logo_id: rowId,
  /** The title. */
  logo: z.string(),
  designer_id: rowId,
  /** Empty where the designer has left. */
  slug: z.string(),
  company: z.string(),
  is_followed: flag,
})

/** The designers of a day's logos, by place, and the places of the five with the most likes. */
export type BlindNames = { tiles: (z.output<typeof named> | null)[]; liked: number[] }

export const reveal = endpoint({
  method: 'POST',
  path: '/api/blind/results',
  who: 'anyone',
  summary:
    'Send which five one has kept, and get the names. Counted once for each device and day; 409 once the day is over',
  input: z.object({
    day: z.string('Name a day.').check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Name a day, such as 2026-11-24.')),
    /** Twenty bits, place 0 the lowest. */
    kept: z.int(wrongKeeps).check(
      z.minimum(0, wrongKeeps),
      z.maximum(2 ** blindTiles - 1, wrongKeeps),
      z.refine(bits => placesOfBits(bits).length === blindKeeps, wrongKeeps),
    ),
    /** A random number that the device made for itself. */
    device: z
      .string('A device is 32 hexadecimal digits.')
      .check(z.regex(/^[0-9a-f]{32}$/, 'A device is 32 hexadecimal digits.')),
  }),
  output: z.object({
    players: count,
    /** By place; null for a logo that is no longer shown. `kept_ct`: null until enough have played. */
    tiles: z.array(z.nullable(z.extend(named, { kept_ct: z.nullable(count) }))),
    /** How many of the kept are among the five with the most likes. */
    liked_ct: count,
  }),
})
export type BlindResult = z.output<typeof reveal.output>
