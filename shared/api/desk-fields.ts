import * as z from 'zod/mini'
import { maxLength } from '../rules/limits.ts'
import { id, pageNumber, requiredText, text } from './fields.ts'

// What the calls of the desk have in common.

/** The largest page of a list at the desk. */
const deskPageSize = 200

/** What every list of the desk takes: words to look for, an order, and a page. Without an order the first one counts. */
export const deskList = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: z.optional(text()),
  sort: z.optional(z.enum(sorts, `sort may be ${sorts.join(', ')}.`)),
  page: pageNumber,
  page_size: z._default(
    z.pipe(id, z.int().check(z.maximum(deskPageSize, `page_size may be 1 to ${deskPageSize}.`))),
    50,
  ),
})

/** Why somebody of staff does it: required where something is taken from a member. */
export const requiredWhy = requiredText('Say why.')
export const optionalWhy = z.optional(text(maxLength.text))
