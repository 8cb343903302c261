import * as z from 'zod/mini'
import { maxLength, pageSize } from '../rules/limits.ts'
import { isGoodPassword, passwordMessage } from '../rules/password.ts'

// Building blocks of every endpoint's input and output. zod/mini because the browser loads them too.

/** A number written in a query string, or a number. No signs, no exponents, no blanks. */
const wholeNumber = z.pipe(
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
/** A designer's id, or oneself. */
export const designerOrMe = z.union([z.literal('me'), id], "Must be a designer's number or 'me'.")
/** An id in an answer: the row's own, a number already. */
export const rowId = z.int().check(z.positive())
export const flag = z.literal([0, 1], 'Must be 0 or 1.')
export const count = z.int().check(z.nonnegative())

/** An instant: a Date in the server, or what the database wrote of one; ISO 8601 UTC on the wire. */
export const timestamp = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.iso.datetime(),
)

const noNul = z.refine<string>(s => !s.includes('\0'), 'Must be text.')
/** What has no shape: control characters, and marks that turn the direction of all that follows them. */
const shapeless = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const inOneLine = (s: string) => s.toWellFormed().replace(shapeless, ' ')
const inLines = (s: string) =>
  s
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map(inOneLine)
    .join('\n')

/** Plain text in one line, with a length. NUL is what PostgreSQL cannot hold. */
export const text = (max: number = maxLength.text, missing = 'Must be text.') =>
  z
    .string(missing)
    .check(noNul, z.overwrite(inOneLine), z.trim(), z.maxLength(max, `At most ${max} characters, please.`))
/** Plain text that may have several lines. */
export const longText = (max: number, missing = 'Must be text.') =>
  z
    .string(missing)
    .check(noNul, z.overwrite(inLines), z.trim(), z.maxLength(max, `At most ${max} characters, please.`))
/** A file's name: for show, so what is too long is cut. */
export const fileName = z.string('Must be text.').check(
  noNul,
  z.overwrite(s => inOneLine(s).trim().slice(0, maxLength.text)),
)
/** A character that can be seen: neither blank nor zero-width, nor a filler that only looks empty. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
export const requiredText = (message: string, max: number = maxLength.text) =>
  text(max, message).check(z.regex(visible, message))
export const requiredLongText = (message: string, max: number) =>
  longText(max, message).check(z.regex(visible, message))
/** An e-mail address, as it is written. */
export const emailAddress = text(254, 'Email is required').check(
  z.minLength(1, { error: 'Email is required', abort: true }),
  z.regex(z.regexes.email, 'Email is not valid'),
)

/** A password that is to be set. One that is only compared follows no rule. */
export const newPassword = (required = 'Password is required') =>
  z
    .string(required)
    .check(z.minLength(1, { error: required, abort: true }), z.refine(isGoodPassword, passwordMessage))

export const pageNumber = z._default(id, 1)
/** A page's size, with the specification's figure for that call as the default. */
export const pageSizeOf = (size: number, name = 'page_size') =>
  z._default(
    z.pipe(id, z.int().check(z.maximum(pageSize.most, `${name} may be 1 to ${pageSize.most}.`))),
    size,
  )
export const pageOf = (size: number) => ({ page: pageNumber, page_size: pageSizeOf(size) })

/** A page of rows and how many there are in all. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), count })
