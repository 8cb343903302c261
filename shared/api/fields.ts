import * as z from 'zod/mini'
import { baseName } from '../rules/file-name.ts'
import { maxLength, pageSize } from '../rules/limits.ts'
import { isGoodPassword, passwordMessage } from '../rules/password.ts'

// The field schemas that endpoints are built from. zod/mini, because the browser loads them too.

/** A number written in a query string, or a number. No signs, no exponents, no blanks. */
export const wholeNumber = z.pipe(
  z.union(
    [
      z.int('Must be a whole number.').check(z.nonnegative('Must be a whole number.')),
      z.string().check(z.regex(/^\d{1,15}$/, 'Must be a whole number.')),
    ],
    'Must be a whole number.',
  ),
  z.transform(Number),
)

export const id = z.pipe(wholeNumber, z.int().check(z.positive('Must be 1 or more.')))
/** A designer's id, or `me`. */
export const designerOrMe = z.union([z.literal('me'), id], "Must be a designer's number or 'me'.")
/** An id in an answer: the row's own, a number already. */
export const rowId = z.int().check(z.positive())
export const flag = z.literal([0, 1], 'Must be 0 or 1.')
export const count = z.int().check(z.nonnegative())

/** An instant: a Date in the server, or the database's text of one; ISO 8601 UTC on the wire. */
export const timestamp = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.iso.datetime(),
)

const noNul = z.refine<string>(s => !s.includes('\0'), 'Must be text.')
/** Invisible characters: control characters, and marks that turn the direction of the text after them. */
const shapeless = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const withoutShapeless = (s: string) => s.toWellFormed().replace(shapeless, ' ')
/**
 * Format characters are invisible: with one of them a name looks like another's. The joiners U+200C and U+200D stay
 * where they shape letters and emoji; after Latin, Greek and Cyrillic letters, digits and punctuation they do nothing
 * and are removed.
 */
const hidden =
  /(?![\u200c\u200d])\p{Cf}|(?<![^\s\p{Nd}\p{P}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]/gu
const inOneLine = (s: string) => withoutShapeless(s).replace(hidden, '')
const inLines = (s: string) =>
  s
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map(withoutShapeless)
    .join('\n')

const tooLong = (max: number) => `At most ${max} characters, please.`
/**
 * Limit before a text is cleaned, because cleaning megabytes would take seconds. Leaves room for blanks at its ends
 * and for CRLF.
 */
const roughly = (max: number) => z.maxLength(2 * max + 1000, { error: tooLong(max), abort: true })

/** Plain text in one line, with a maximum length. PostgreSQL cannot store NUL. */
export const text = (max: number = maxLength.text, missing = 'Must be text.') =>
  z
    .string(missing)
    .check(roughly(max), noNul, z.overwrite(inOneLine), z.trim(), z.maxLength(max, tooLong(max)))
/** Plain text that may have several lines. */
export const longText = (max: number, missing = 'Must be text.') =>
  z.string(missing).check(roughly(max), noNul, z.overwrite(inLines), z.trim(), z.maxLength(max, tooLong(max)))
/** A file name without folders. It is only displayed, so one that is too long is cut. */
export const fileName = z.string('Must be text.').check(
  noNul,
  z.overwrite(s => baseName(inOneLine(s.slice(-1000))).slice(0, maxLength.text)),
)
/** A visible character: neither blank nor zero-width, nor a filler that only looks empty. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
export const requiredText = (message: string, max: number = maxLength.text) =>
  text(max, message).check(z.regex(visible, message))
export const requiredLongText = (message: string, max: number) =>
  longText(max, message).check(z.regex(visible, message))
/** An email address as typed. */
export const emailAddress = text(254, 'Email is required').check(
  z.minLength(1, { error: 'Email is required', abort: true }),
  z.regex(z.regexes.email, 'Email is not valid'),
)

/** A password that is compared; an empty one is wrong. */
export const comparedPassword = z
  .string('Must be text.')
  .check(z.maxLength(200, 'At most 200 characters, please.'))

/** A password that is set. One that is only compared follows no rule. */
export const newPassword = (required = 'Password is required') =>
  z
    .string(required)
    .check(z.minLength(1, { error: required, abort: true }), z.refine(isGoodPassword, passwordMessage))

export const pageNumber = z._default(id, 1)
/** A page's size; the default is the specification's figure for that call. */
export const pageSizeOf = (size: number, name = 'page_size') =>
  z._default(
    z.pipe(id, z.int().check(z.maximum(pageSize.most, `${name} may be 1 to ${pageSize.most}.`))),
    size,
  )
export const pageOf = (size: number) => ({ page: pageNumber, page_size: pageSizeOf(size) })

/** Warnings about fields that were accepted, by field name. */
export const warnings = z.optional(z.object({ company: z.optional(z.string()) }))

/** A page of rows and the total count. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), count })

/** What taking an account back answers: what reset-password takes, and the factors that were removed, in words. */
export const takenBack = z.object({ designer_id: rowId, token: z.string(), removed: z.array(z.string()) })

/** The token of a mailed link. */
export const linkToken = z
  .string('Token is required')
  .check(z.minLength(1, 'Token is required'), z.maxLength(200, 'At most 200 characters, please.'))
