import * as z from 'zod/mini'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in lower-case hexadecimal'))
const id = z.int().check(z.positive())
const juror = z.int().check(z.minimum(1), z.maximum(10))
const panels = z.array(z.tuple([id, z.array(juror)]))

/** The fields of `GET /api/books/draw` that a repetition reads. Those of later states are absent until then. */
export const publishedDraw = z.object({
  commitment: hash,
  entries_hash: z.nullable(hash),
  beacon_source: z.nullable(z.string()),
  inputs_hash: z.optional(hash),
  beacon: z.optional(z.string()),
  secret: z.optional(hash),
  seed: z.optional(hash),
  /** Account ids, ascending: the place in this list is the juror's number. */
  jurors: z.optional(z.array(id).check(z.minLength(3), z.maxLength(10))),
  entries: z.optional(z.array(id)),
  conflicts: z.optional(z.array(z.tuple([id, juror]))),
  /** What the draw gave: by logo id, the numbers ascending. */
  assignments: z.optional(panels),
  border_assignments: z.optional(panels),
  /** Logo, previous juror, new juror, in order of time. */
  moved: z.optional(z.array(z.tuple([id, juror, juror]))),
  /** Who left the jury after the draw, and when. */
  left: z.optional(z.array(z.tuple([juror, z.string()]))),
})
export type PublishedDraw = z.output<typeof publishedDraw>
