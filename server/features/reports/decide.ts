import { isStaff } from '../../../shared/rules/roles.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { hashLinkToken, newLinkToken } from '../../http/mailed-link.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findRole, listSeats, lockForSuspension, updateSuspension } from '../members/queries.ts'
import { aboutOf, mayWriteToOutsider } from './file-report.ts'
import { type About, appealDecided, appealMs, decisionMade, type Outcome, reportDecided } from './messages.ts'
import {
  type FoundThing,
  findAddress,
  findOtherSuspension,
  findThing,
  type HideKind,
  hasOtherModerator,
  insertAppealLink,
  insertDecision,
  isInPublishedBook,
  listOtherHidings,
  lockDecision,
  lockReports,
  type ReportRow,
  setDecided,
  type Thing,
  undoDecision,
  updateHidden,
} from './queries.ts'

type Deciding = Pick<Services, 'db' | 'now' | 'publicUrl'>
/** One decision in its transaction. */
type Case = { trx: Db; at: Date; publicUrl: string; actor: Actor; why: string }
export type DecisionInput = {
  report_ids: readonly number[]
  decision: Outcome | 'restore'
  until?: string | undefined
  why: string
}

const requireWhy = (text: string) => {
  const why = text.trim()
  if (!why || why.length > 200) throw invalid('why', 'Say why, in at most 200 characters.')
  return why
}

/** Refuses an end of a suspension that is missing or past, and blames the field it was sent in. */
function requireFuture(until: Date | undefined, now: Date, field = 'until'): Date {
  if (!until || Number.isNaN(+until)) throw invalid(field, 'Say until when.')
  if (until <= now) throw invalid(field, 'The suspension must end in the future.')
  return until
}

/** Decides reports, or appeals, together. Of two decisions on the same report the second is refused. */
export async function decideReports({ db, now, publicUrl }: Deciding, input: DecisionInput, actor: Actor) {
  const why = requireWhy(input.why)
  const at = now()
  const until =
    input.decision === 'suspend'
      ? requireFuture(input.until ? new Date(input.until) : undefined, at)
      : undefined
  const ids = [...new Set(input.report_ids)]
  await transaction(db, async trx => {
    const reports = await lockReports(trx, ids)
    if (reports.length < ids.length) throw new HttpError(404, 'Report not found')
    const decided = reports.find(report => report.decision_id !== null)
    if (decided) throw new HttpError(409, `Report ${decided.report_id} is decided already.`)
    const one = { trx, at, publicUrl, actor, why }
    for (const report of reports.filter(report => report.is_appeal))
      await decideAppeal(one, report, input.decision)
    const groups = Map.groupBy(
      reports.filter(report => !report.is_appeal),
      report => `${report.kind} ${report.subject_id}`,
    )
    for (const group of groups.values()) {
      if (input.decision === 'restore')
        throw invalid('decision', 'Only a decision that is appealed can be taken back.')
      await decideThing(one, group, input.decision, until)
    }
  })
}

/** One decision on all these reports about one thing. */
async function decideThing(one: Case, reports: ReportRow[], outcome: Outcome, until: Date | undefined) {
  const [first] = reports
  const thing: Thing = { kind: first!.kind, id: first!.subject_id }
  const found = await findThing(one.trx, thing)
  if (!found && outcome !== 'dismiss')
    throw new HttpError(409, 'What was reported is no longer there. Dismiss the report.')
  const decision_id = await apply(one, thing, found, outcome, until, true)
  await setDecided(
    one.trx,
    reports.map(report => report.report_id),
    decision_id,
  )
  for (const report of reports) await tellReporter(one, report, found, outcome, decision_id)
}

/** Carries out a decision, notes it for good, and tells the owner, unless it is dismissed. */
async function apply(
  one: Case,
  thing: Thing,
  found: FoundThing | undefined,
  outcome: Outcome,
  until: Date | undefined,
  isReported: boolean,
): Promise<number> {
  const { trx, at, why, actor, publicUrl } = one
  const before = found && (await carryOut(one, thing, found, outcome, until))
  const decision_id = await insertDecision(trx, {
    kind: thing.kind,
    subject_id: thing.id,
    decision: outcome,
    until: until ?? null,
    why,
    decided_by: actor.designer_id,
    decided_at: at,
  })
  const act = { what: `reports.${outcome}`, kind: thing.kind, id: thing.id, before, why }
  await recordAct(trx, actor, { ...act, after: until ? until.toISOString() : outcome }, at)
  const owner = found && outcome !== 'dismiss' ? await findAddress(trx, found.owner_id) : undefined
  if (!owner || !found || outcome === 'dismiss') return decision_id
  const appeal = await openAppeal(trx, { decision_id, designer_id: found.owner_id }, at, publicUrl)
  const letter = { outcome, why, until, decisionId: decision_id, isReported, appeal }
  await enqueueMail(trx, decisionMade(owner.email, aboutOf(thing, found), letter))
  return decision_id
}

/** What a decision does to the thing or its owner. Gives what it was before. */
async function carryOut(
  { trx, at, why, actor }: Case,
  thing: Thing,
  found: FoundThing,
  outcome: Outcome,
  until: Date | undefined,
) {
  const before = found.hidden_by ? 'hidden' : 'shown'
  const { kind, id } = thing
  if (outcome !== 'hide' && outcome !== 'remove') {
    // Reports hide a comment until a person has decided: about its writer, or that it stays. Its logo is locked before its writer.
    if (kind !== 'designer' && found.hidden_by === 'reports') await updateHidden(trx, { kind, id }, null)
    if (outcome === 'suspend') await suspendIn(trx, found.owner_id, until ?? null, actor, at)
    return before
  }
  if (kind === 'designer')
    throw invalid('decision', 'A profile can’t be hidden or removed. Warn or suspend its owner.')
  if (outcome === 'remove' && kind === 'logo' && (await isInPublishedBook(trx, id)))
    throw new HttpError(409, 'A logo in a published book can’t be removed. Hide it.')
  await updateHidden(
    trx,
    { kind, id },
    { at, by: 'staff', why, ...(outcome === 'remove' && { isRemoved: true }) },
  )
  return before
}

async function tellReporter(
  one: Case,
  report: ReportRow,
  found: FoundThing | undefined,
  outcome: Outcome,
  decision_id: number,
) {
  const { trx, at, why, publicUrl } = one
  const { reporter_id, email, report_id } = report
  const address = reporter_id ? (await findAddress(trx, reporter_id))?.email : email
  if (!address) return
  const isOutsider = reporter_id === null
  if (isOutsider && !(await mayWriteToOutsider(trx, address, at))) return
  const link = { decision_id, ...(reporter_id ? { designer_id: reporter_id } : { email: address }) }
  const appeal = outcome === 'dismiss' ? await openAppeal(trx, link, at, publicUrl) : undefined
  const letter = { outcome, why, reportId: report_id, decisionId: decision_id, appeal }
  await enqueueMail(trx, reportDecided({ to: address, isOutsider }, aboutOrGone(report, found), letter))
}

/** What a letter is about; nameless once the thing is gone. */
const aboutOrGone = (report: ReportRow, found: FoundThing | undefined): About =>
  found ? aboutOf(report, found) : { kind: report.kind, name: '', path: '' }

async function openAppeal(
  trx: Db,
  link: { decision_id: number; designer_id?: number; email?: string },
  at: Date,
  publicUrl: string,
) {
  const token = newLinkToken()
  await insertAppealLink(trx, { ...link, token_hash: hashLinkToken(token) })
  return {
    href: `${publicUrl}/appeal?${new URLSearchParams({ token })}`,
    until: new Date(at.getTime() + appealMs),
  }
}

/** Decides an appeal: the decision stays (dismiss) or is taken back (restore), by another person where there is one. */
async function decideAppeal(one: Case, report: ReportRow, outcome: DecisionInput['decision']) {
  const { trx, at, why, actor } = one
  if (outcome !== 'dismiss' && outcome !== 'restore')
    throw invalid('decision', 'An appeal is dismissed, or the decision is taken back (restore).')
  const against = await lockDecision(trx, report.against!)
  if (!against) throw new Error('An appeal names no decision')
  if (
    actor.designer_id !== null &&
    against.decided_by === actor.designer_id &&
    (await hasOtherModerator(trx, actor.designer_id, at))
  )
    throw new HttpError(409, 'You made this decision: someone else decides the appeal.', {
      code: 'own_decision',
    })
  const thing: Thing = { kind: against.kind, id: against.subject_id }
  const found = await findThing(trx, thing)
  const isOverruled = outcome === 'restore' && (await undoEffect(one, report, found, against))
  if (outcome === 'restore') await undoDecision(trx, against.decision_id, at)
  const decision_id = await insertDecision(trx, {
    kind: thing.kind,
    subject_id: thing.id,
    decision: outcome,
    why,
    decided_by: actor.designer_id,
    decided_at: at,
  })
  await setDecided(trx, [report.report_id], decision_id)
  const act = { what: `appeals.${outcome}`, kind: thing.kind, id: thing.id, before: against.decision, why }
  await recordAct(trx, actor, { ...act, after: outcome }, at)
  await tellAppellant(one, report, found, { isRestored: outcome === 'restore', isOverruled })
}

async function tellAppellant(
  one: Case,
  report: ReportRow,
  found: FoundThing | undefined,
  outcome: { isRestored: boolean; isOverruled: boolean },
) {
  const { trx, at, why } = one
  const { reporter_id, email, report_id } = report
  const to = reporter_id ? (await findAddress(trx, reporter_id))?.email : email
  if (!to) return
  if (!reporter_id && !(await mayWriteToOutsider(trx, to, at))) return
  await enqueueMail(
    trx,
    appealDecided(to, aboutOrGone(report, found), { ...outcome, why, reportId: report_id }),
  )
}

type Against = { decision_id: number; decision: string }

/** Undoes what a decision did. Returns whether another decision that stands keeps the member suspended, or the thing hidden. */
async function undoEffect(
  one: Case,
  appeal: ReportRow,
  found: FoundThing | undefined,
  against: Against,
): Promise<boolean> {
  const { decision } = against
  // Only the suspended member has the link to this appeal; the thing may be gone.
  if (decision === 'suspend') return liftSuspension(one, appeal.reporter_id, against)
  if (decision !== 'hide' && decision !== 'remove') return false
  if (!found)
    throw new HttpError(
      409,
      `What appeal ${appeal.report_id} is about is gone for good and can’t be brought back. Dismiss the appeal, and say so.`,
    )
  return showAgain(one.trx, { kind: appeal.kind, id: appeal.subject_id }, found, against)
}

/** Ends a suspension, unless another one stands; never makes it longer. A closed account has none. */
async function liftSuspension({ trx, at, actor }: Case, designerId: number | null, against: Against) {
  if (designerId === null) throw new Error('An appeal against a suspension names no member')
  // Locked first: a suspension at the same time has then been decided.
  const locked = await lockForSuspension(trx, designerId, actor.designer_id)
  const until = locked.find(row => row.designer_id === designerId)?.suspended_until
  if (!until) return false
  const other = await findOtherSuspension(trx, designerId, against.decision_id, at)
  const end = other && (other < until ? other : until)
  await updateSuspension(trx, designerId, end ?? null)
  return end !== undefined && end > at
}

/** Shows a thing, unless another decision keeps it hidden; what the others only hide is no longer removed. */
async function showAgain(trx: Db, { kind, id }: Thing, found: FoundThing, against: Against) {
  if (kind === 'designer' || found.hidden_by !== 'staff') return false
  const others = await listOtherHidings(trx, { kind, id }, against.decision_id)
  const [newest] = others
  if (!newest) await updateHidden(trx, { kind, id }, null)
  else {
    const isRemoved = others.some(each => each.decision === 'remove')
    await updateHidden(
      trx,
      { kind, id },
      { at: newest.decided_at, by: 'staff', why: newest.why, ...(!isRemoved && { isRemoved }) },
    )
  }
  return newest !== undefined
}

/** Suspends or lifts it, in a transaction. The last administrator stays; staff and sitting jurors are suspended by an administrator. */
async function suspendIn(trx: Db, designerId: number, until: Date | null, actor: Actor, at: Date) {
  if (until) await refuseToEmptySeat(trx, designerId, actor)
  const locked = await lockForSuspension(trx, designerId, actor.designer_id)
  const account = locked.find(row => row.designer_id === designerId)
  if (!account) throw new HttpError(404, 'Member not found')
  const acting = locked.find(row => row.designer_id === actor.designer_id)
  if (until && isStaff(account.role) && acting && acting.role !== 'admin')
    throw new HttpError(403, 'Only an administrator suspends someone of the staff.')
  const isOther = (row: (typeof locked)[number]) =>
    row.role === 'admin' && row !== account && (!row.suspended_until || row.suspended_until <= at)
  if (until && account.role === 'admin' && !locked.some(isOther))
    throw new HttpError(
      409,
      `${account.username} is the only administrator. Give someone else the role first.`,
      {
        code: 'last_administrator',
      },
    )
  await updateSuspension(trx, designerId, until)
  return account
}

/** Suspends a member until a moment, or lifts it (null), and tells them why with a link to an appeal. */
export async function suspendMember(
  { db, now, publicUrl }: Deciding,
  input: { designer_id: number; until: Date | null; why: string; field?: string },
  actor: Actor,
) {
  const { designer_id, until } = input
  const at = now()
  const why = until ? requireWhy(input.why) : input.why.trim().slice(0, 200)
  if (until) requireFuture(until, at, input.field)
  await transaction(db, async trx => {
    const thing = { kind: 'designer', id: designer_id } as const
    const found = await findThing(trx, thing)
    if (!found) throw new HttpError(404, 'Member not found')
    const account = await suspendIn(trx, designer_id, until, actor, at)
    if (+(account.suspended_until ?? 0) === +(until ?? 0)) return
    const act = { what: 'members.suspended', kind: 'designer', id: designer_id, why } as const
    await recordAct(trx, actor, { ...act, before: account.suspended_until, after: until }, at)
    const owner = await findAddress(trx, designer_id)
    if (!until || !owner) return
    const decision_id = await insertDecision(trx, {
      kind: 'designer',
      subject_id: designer_id,
      decision: 'suspend',
      until,
      why,
      decided_by: actor.designer_id,
      decided_at: at,
    })
    const appeal = await openAppeal(trx, { decision_id, designer_id }, at, publicUrl)
    const letter = {
      outcome: 'suspend',
      why,
      until,
      decisionId: decision_id,
      isReported: false,
      appeal,
    } as const
    await enqueueMail(trx, decisionMade(owner.email, aboutOf(thing, found), letter))
  })
}

/** A suspended juror's tiles stay open, so that the book waits: only an administrator, or the shell, suspends one who sits. */
async function refuseToEmptySeat(trx: Db, designerId: number, actor: Actor) {
  const [seat] = await listSeats(trx, designerId)
  if (!seat || seat.left_at || actor.designer_id === null) return
  if ((await findRole(trx, actor.designer_id)) !== 'admin')
    throw new HttpError(
      409,
      `This member sits on the jury of ${seat.slug}. Only an administrator can suspend a juror at work.`,
      { code: 'on_jury', book: seat.slug },
    )
}

/** Hides a thing or shows it again. Hiding tells its owner why; the same state again changes nothing. */
export async function setHidden(
  { db, now, publicUrl }: Deciding,
  input: { kind: HideKind; id: number; state: 0 | 1; why: string },
  actor: Actor,
) {
  const why = input.state ? requireWhy(input.why) : input.why.trim().slice(0, 200)
  const thing = { kind: input.kind, id: input.id }
  const at = now()
  await transaction(db, async trx => {
    const found = await findThing(trx, thing)
    if (!found) throw new HttpError(404, missing[input.kind])
    // Staff can hide for good what reports have hidden.
    const isSame = input.state ? found.hidden_by === 'staff' : !found.hidden_by
    if (isSame) return
    if (input.state) {
      await apply({ trx, at, publicUrl, actor, why }, thing, found, 'hide', undefined, false)
      return
    }
    await updateHidden(trx, thing, null)
    await recordAct(
      trx,
      actor,
      { what: 'reports.show', kind: thing.kind, id: thing.id, before: 'hidden', after: 'shown', why },
      at,
    )
  })
}

/** Removes a shown comment without a report, and tells its writer why, with a link to an appeal. */
export async function removeShownComment(
  { db, now, publicUrl }: Deciding,
  input: { id: number; why: string },
  actor: Actor,
) {
  const why = requireWhy(input.why)
  const thing = { kind: 'comment', id: input.id } as const
  await transaction(db, async trx => {
    const found = await findThing(trx, thing)
    if (!found || found.hidden_by) throw new HttpError(404, missing.comment)
    await apply({ trx, at: now(), publicUrl, actor, why }, thing, found, 'remove', undefined, false)
  })
}

const missing: Record<HideKind, string> = {
  logo: 'Logo not found',
  comment: 'Comment not found',
  collection: 'Collection not found',
}
