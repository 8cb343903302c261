import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { emailAddress, id, linkToken, longText, requiredLongText, rowId, text } from './fields.ts'

export const reportKinds = ['logo', 'comment', 'designer', 'collection'] as const
export type ReportKind = (typeof reportKinds)[number]
export const reportReasons = ['copied', 'rights', 'spam', 'abuse', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
/** What visitors may report, with an email address. */
export const outsidersReasons: readonly ReportReason[] = ['copied', 'rights', 'illegal']
/** What is reported only in good faith, which the reporter confirms. */
export const goodFaithReasons: readonly ReportReason[] = ['rights', 'illegal']
/** Who has hidden something: staff, who say why, or the reports of three members, until a person has decided. */
export const hiders = ['reports', 'staff'] as const
export const reportStates = ['open', 'decided', 'appeal'] as const

/**
 * Where the original is: an address of the web, with http(s) or without a scheme, or a path on this site. Another scheme could
 * run code in the browser of the member of staff who opens it.
 */
const originalAddress = text(maxLength.url).check(
  z.regex(
    /^(?:https?:\/\/\S+|\/\S*|(?:localhost|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#]\S*)?)?$/iu,
    'Enter a web address, such as https://example.com/logo',
  ),
)

export const file = endpoint({
  method: 'POST',
  path: '/api/reports',
  who: 'anyone',
  summary: 'Report a logo, comment, designer or public collection; visitors with their email address',
  input: z.object({
    kind: z.enum(reportKinds, 'Say what it is: logo, comment, designer or collection.'),
    id,
    reason: z.enum(reportReasons, 'Choose a reason.'),
    text: z._default(longText(maxLength.description), ''),
    original_url: z.optional(originalAddress),
    good_faith: z.optional(z.boolean('Must be true or false.')),
    email: z.optional(z.union([z.literal(''), emailAddress], 'Email is not valid')),
  }),
  output: z.object({ report_id: rowId, state: z.enum(reportStates) }),
})

export const appeal = endpoint({
  method: 'POST',
  path: '/api/reports/appeal',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Appeal against a decision, once, by the link in the letter about it',
  input: z.object({
    token: linkToken,
    text: requiredLongText('Say why the decision should change.', maxLength.description),
  }),
  output: z.object({ report_id: rowId, state: z.enum(reportStates) }),
})

/** Its author and the logo's owner delete it; for staff it is a decision. The specification makes this a PUT. */
export const removeComment = endpoint({
  method: 'PUT',
  path: '/api/logos/comments',
  who: 'active member or staff',
  summary:
    "Remove a comment: its author, the logo's owner, a moderator or an administrator, whose reason (why) is told to the writer",
  input: z.object({
    comment_id: id,
    /** Required from staff who remove what is neither theirs nor under a logo of theirs. */
    why: z.optional(text(maxLength.text)),
  }),
  output: z.object({ logo_comment_id: rowId }),
})
