import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { emphases } from '../rules/look.ts'
import { count, flag, id, listOf, pageOf } from './fields.ts'
import { logo } from './logos.ts'

const emphasis = z._default(z.enum(emphases, `emphasis may be ${emphases.join(', ')}.`), 'both')

const similarLogos = listOf(
  z.extend(logo, {
    /**
     * From 0 to 100: the cosine of what is compared, in hundredths. Of a picture that is like a logo only when it is mirrored, turned or
     * tilted, what that cosine lacks of 100 counts three times.
     */
    likeness: count,
  }),
)

export const similar = endpoint({
  method: 'GET',
  path: '/api/logos/similar',
  who: 'anyone',
  summary:
    'The logos that look most like a logo, nearest first, 200 at most; others than members get the first 12',
  input: z.object({
    logo_id: id,
    emphasis,
    /**
     * 1: of the logo's designer the nearest other logo alone is listed, after those of other designers that have a likeness of 90 or
     * more, too.
     */
    others_first: z.optional(z.literal([1, '1'], 'Must be 1 or left out.')),
    ...pageOf(30),
  }),
  output: similarLogos,
})

/** The picture is base64 in JSON, as an upload's; 8 MB of file. It is not kept. */
export const similarToPicture = endpoint({
  method: 'POST',
  path: '/api/logos/similar',
  who: 'active member',
  summary:
    'The logos that look most like a picture of any shape, mirrored and turned ones included; 60 pictures an hour, and 120 before an upload',
  input: z.object({
    file_base64: z.string('Choose an image.').check(z.minLength(1, 'Choose an image.')),
    emphasis,
    /**
     * 1 where the picture is about to be uploaded: it counts under a limit of its own, the same as of uploads, and of one's own logos
     * the nearest alone is listed, after those of other designers that have a likeness of 90 or more, too.
     */
    before_upload: z._default(flag, 0),
    ...pageOf(30),
  }),
  output: similarLogos,
  bodyLimit: 11_000_000,
  picture: { field: 'file_base64', kind: 'searched' },
})
