import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { maxLength } from '../../rules/limits.ts'
import { count, flag, id, listOf, rowId, text, timestamp } from '../fields.ts'
import { hiders, reportKinds, reportReasons, reportStates } from '../reports.ts'
import { deskList, requiredWhy } from './fields.ts'

export const reportDecisions = ['dismiss', 'hide', 'remove', 'warn', 'suspend', 'restore'] as const
export type ReportDecision = (typeof reportDecisions)[number]
/** What can be hidden. */
export const hideKinds = ['logo', 'comment', 'collection'] as const
export type HideKind = (typeof hideKinds)[number]

const picture = z.object({ image: z.string(), ground: z.nullable(z.string()) })

const report = z.object({
  report_id: rowId,
  state: z.enum(reportStates),
  kind: z.enum(reportKinds),
  id: rowId,
  reason: z.enum(reportReasons),
  text: z.string(),
  original_url: z.nullable(z.string()),
  /** Null for an outsider, and for what the program found. */
  reporter: z.nullable(
    z.object({
      designer_id: rowId,
      slug: z.string(),
      company: z.string(),
      /** How many reports by this member are decided, and how many of them were not dismissed. */
      decided: count,
      upheld: count,
    }),
  ),
  email: z.nullable(z.string()),
  found: z.nullable(z.string()),
  is_appeal: flag,
  /** The decision that an appeal is against. */
  against: z.nullable(
    z.object({
      decision: z.string(),
      why: z.string(),
      decided_at: timestamp,
      decided_by: z.nullable(z.string()),
    }),
  ),
  created_at: timestamp,
  /** Null once the subject is deleted. */
  subject: z.nullable(
    z.object({
      /** Title, company or the comment's text. */
      name: z.string(),
      /** Where it is on the site. */
      path: z.string(),
      designer_id: rowId,
      slug: z.string(),
      company: z.string(),
      picture: z.nullable(picture),
      /** When the owner replaced the picture that was reported; it is the one shown here. */
      replaced_at: z.nullable(timestamp),
      /** When it was uploaded, written, made or joined. */
      date: timestamp,
      /** Other decisions about it that stand. */
      decisions: count,
      hidden_by: z.nullable(z.enum(hiders)),
      hidden_why: z.nullable(z.string()),
      suspended_until: z.nullable(timestamp),
    }),
  ),
  /** The logo of ours that `original_url` names. */
  original: z.nullable(
    z.object({
      ...picture.shape,
      logo_id: rowId,
      logo: z.string(),
      slug: z.string(),
      company: z.string(),
      upload_date: timestamp,
    }),
  ),
  decision: z.nullable(z.string()),
  why: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  decided_by: z.nullable(z.string()),
})
export type Report = z.output<typeof report>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  who: 'can reports',
  csv: [
    'report_id',
    'state',
    'kind',
    'id',
    'reason',
    'text',
    'email',
    'created_at',
    'decision',
    'why',
    'decided_by',
  ],
  summary: 'Reports and appeals: those to decide, the oldest first, unless a state is asked for',
  input: z.object({
    ...deskList(['oldest', 'newest']),
    state: z.optional(z.enum(reportStates, 'state may be open, decided or appeal.')),
    kind: z.optional(z.enum(reportKinds, 'kind may be logo, comment, designer or collection.')),
  }),
  output: listOf(report),
})

export const decide = endpoint({
  method: 'PUT',
  path: '/api/admin/reports',
  who: 'can reports',
  summary: 'Decide reports, or appeals (dismiss or restore); everyone concerned gets the reasons by mail',
  input: z.object({
    report_ids: z
      .array(id, 'Name the reports.')
      .check(z.minLength(1, 'Name the reports.'), z.maxLength(100, 'At most 100 at once.')),
    decision: z.enum(reportDecisions, `decision may be ${reportDecisions.join(', ')}.`),
    until: z.optional(z.iso.datetime('Say until when, as an ISO date and time.')),
    why: requiredWhy,
  }),
  output: z.object({ report_ids: z.array(rowId), decision: z.enum(reportDecisions) }),
})

export const setHidden = endpoint({
  method: 'PUT',
  path: '/api/admin/hidden',
  who: 'can hide',
  summary: 'Hide a logo, comment or collection (state 1), which tells its owner why, or show it again (0)',
  input: z.object({
    kind: z.enum(hideKinds, 'kind may be logo, comment or collection.'),
    id,
    state: flag,
    why: z._default(text(maxLength.text), ''),
  }),
  output: z.object({ kind: z.enum(hideKinds), id: rowId, is_hidden: flag }),
})

const moderated = {
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  is_hidden: flag,
  hidden_by: z.nullable(z.enum(hiders)),
  hidden_why: z.nullable(z.string()),
  /** Reports that wait for a decision. */
  open_reports: count,
}
const shownOrHidden = z.optional(z.enum(['shown', 'hidden'], 'state may be shown or hidden.'))

const moderatedLogo = z.object({
  logo_id: rowId,
  logo: z.string(),
  ...picture.shape,
  upload_date: timestamp,
  ...moderated,
})

export const logos = endpoint({
  method: 'GET',
  path: '/api/admin/logos',
  who: 'can hide',
  csv: ['logo_id', 'logo', 'company', 'upload_date', 'is_hidden', 'hidden_why', 'open_reports'],
  summary: 'Every logo to skim, newest first, hidden ones too',
  input: z.object({ ...deskList(['newest', 'oldest']), state: shownOrHidden }),
  output: listOf(moderatedLogo),
})

const moderatedComment = z.object({
  comment_id: rowId,
  comment: z.string(),
  date_added: timestamp,
  logo_id: rowId,
  logo: z.string(),
  ...picture.shape,
  ...moderated,
})

export const comments = endpoint({
  method: 'GET',
  path: '/api/admin/comments',
  who: 'can comments',
  csv: [
    'comment_id',
    'comment',
    'company',
    'date_added',
    'logo_id',
    'is_hidden',
    'hidden_why',
    'open_reports',
  ],
  summary: 'Every comment to skim, newest first, hidden ones too',
  input: z.object({ ...deskList(['newest', 'oldest']), state: shownOrHidden }),
  output: listOf(moderatedComment),
})
