import type { core } from 'zod/mini'
import { type file, goodFaithReasons, outsidersReasons } from '../../../shared/api/reports.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { enqueueMail } from '../mail/queries.ts'
import { addressDigest, reportReceived } from './messages.ts'
import { mayWriteToOutsider } from './outsider-letters.ts'
import {
  countReporters,
  findAddress,
  findReport,
  insertReport,
  lockSubject,
  type Subject,
  updateHidden,
} from './queries.ts'

type Input = core.output<(typeof file)['input']>
type Limits = Pick<Services, 'db' | 'now' | 'hasDemoData' | 'publicUrl'>

const perReporter = {
  name: 'report',
  most: 20,
  seconds: 3600,
  sentence: 'You’ve reported a lot in a short time.',
}

const missing: Record<Input['kind'], string> = {
  logo: 'Logo not found',
  comment: 'Comment not found',
  designer: 'Designer not found',
  collection: 'Collection not found',
}

/** Accepts a report. Idempotent: a second report by the same reporter about the same subject returns the first. */
export async function fileReport(services: Limits, input: Input, viewer: Viewer, ip: string) {
  const { db, now, publicUrl } = services
  const by = reporterOf(input, viewer)
  if (goodFaithReasons.includes(input.reason) && input.good_faith !== true)
    throw invalid('good_faith', 'Please confirm that you report this in good faith.')
  const key = { kind: input.kind, id: input.id }
  const existing = await findReport(db, key, by)
  if (existing) return { report_id: existing.report_id, state: stateOf(existing) }
  const subject = await lockSubject(db, key)
  if (!subject?.is_public) throw new HttpError(404, missing[input.kind])
  if (subject.owner_id === viewer.id)
    throw new HttpError(400, 'This is your own.', { errors: { id: 'This is your own.' } })
  await countReport(services, by, ip)
  return transaction(db, async trx => {
    const report_id = await insertReport(trx, {
      kind: input.kind,
      subject_id: input.id,
      reason: input.reason,
      text: input.text,
      original_url: input.original_url || null,
      ...by,
      by_active_member: viewer.isActive,
      created_at: now(),
    })
    // Sent twice at once: the other one is the report.
    if (!report_id) {
      const other = await findReport(trx, key, by)
      if (!other) throw new Error('A report that is there was not found')
      return { report_id: other.report_id, state: stateOf(other) }
    }
    if (input.kind === 'comment') await hideIfReportedOften(trx, input.id, now())
    const letter = await findLetter(trx, by, now())
    if (letter) await enqueueMail(trx, reportReceived(letter, aboutOf(input, subject), report_id, publicUrl))
    return { report_id, state: 'open' as const }
  })
}

const stateOf = ({ decision_id }: { decision_id: number | null }) =>
  decision_id === null ? ('open' as const) : ('decided' as const)

const aboutOf = ({ kind }: Pick<Input, 'kind'>, { name, path }: Subject) => ({ kind, name, path })

function reporterOf({ reason, email }: Input, viewer: Viewer): { reporter_id: number } | { email: string } {
  if (viewer.id) return { reporter_id: viewer.id }
  if (!outsidersReasons.includes(reason)) throw notSignedIn()
  if (!email) throw invalid('email', 'Email is required')
  return { email }
}

/** Counts a report per member; of an outsider, per network address and per email address. */
async function countReport(
  { db, now, hasDemoData }: Limits,
  by: { reporter_id: number } | { email: string },
  ip: string,
) {
  const limit = hasDemoData ? { ...perReporter, most: perReporter.most * 10 } : perReporter
  if ('reporter_id' in by) return countHit(db, limit, String(by.reporter_id), now())
  await countHit(db, limit, addressKey(ip), now())
  await countHit(db, limit, addressDigest(by.email), now())
}

/** Where the confirmation goes; an outsider's address gets few letters, because anyone can type it. */
async function findLetter(trx: Db, by: { reporter_id: number } | { email: string }, now: Date) {
  if ('reporter_id' in by) {
    const address = await findAddress(trx, by.reporter_id)
    return address && { to: address.email, isOutsider: false }
  }
  const mayWrite = await mayWriteToOutsider(trx, by.email, now)
  return mayWrite ? { to: by.email, isOutsider: true } : undefined
}

/** Three active members hide a comment until a person has decided about it. */
async function hideIfReportedOften(trx: Db, commentId: number, now: Date) {
  const comment = await lockSubject(trx, { kind: 'comment', id: commentId })
  if (!comment || comment.hidden_by || (await countReporters(trx, commentId)) < 3) return
  await updateHidden(trx, { kind: 'comment', id: commentId }, { at: now, by: 'reports' })
}
