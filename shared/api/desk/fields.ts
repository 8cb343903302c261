import * as z from 'zod/mini'
import { maxLength } from '../../rules/limits.ts'
import { count, id, pageNumber, requiredText, text, timestamp } from '../fields.ts'

// What the calls of the desk have in common.

/** The largest page of a list at the desk. */
const deskPageSize = 200

/** The input of every list of the desk: words to search for, an order, and a page. The first order is the default. */
export const deskList = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: z.optional(text()),
  sort: z.optional(z.enum(sorts, `sort may be ${sorts.join(', ')}.`)),
  page: pageNumber,
  page_size: z._default(
    z.pipe(id, z.int().check(z.maximum(deskPageSize, `page_size may be 1 to ${deskPageSize}.`))),
    50,
  ),
})

/** The facts of every version of a text, besides the text. */
export const versionOf = {
  /** 0 is the text before its first save by staff. */
  version: count,
  /** Null for version 0. */
  at: z.nullable(timestamp),
  /** The username; null at the shell, and for version 0. */
  who: z.nullable(z.string()),
}

/** An earlier version to restore. */
export const versionNumber = z.union([z.literal(0), id], 'Name a version by its number.')

/** The reason of an act of staff: required where something is taken from a member. */
export const requiredWhy = requiredText('Say why.')
export const optionalWhy = z.optional(text(maxLength.text))
