import { isStaff } from '../../../../shared/rules/roles.ts'
import type { Outcome } from '../messages.ts'
import type { HideableKey, Hiding, SubjectKey } from '../queries.ts'
import type { AppealFacts, Recipient, SubjectFacts, SuspensionFacts, Verdict } from './facts.ts'
import type { Refusal } from './refusals.ts'

// What a decision of staff changes, for reports, for appeals, and by hand. Pure: no I/O, so that every case is tested by table.

/** One write that a decision consists of. They are written in order, in the transaction that read the facts. */
export type Change =
  | { kind: 'hide'; key: HideableKey; hiding: NonNullable<Hiding> }
  | { kind: 'show'; key: HideableKey }
  /** Null ends a suspension. */
  | { kind: 'suspend'; designer_id: number; until: Date | null }
  /** A decision was wrong; the reports that it dismissed wait again. */
  | { kind: 'undo-decision'; decision_id: number }
  | { kind: 'record-decision'; outcome: Verdict['outcome']; until: Date | null }
  | { kind: 'record-act'; what: string; before?: unknown; after: unknown }
  /** Needs a recorded decision, as do the letters with a link to an appeal. */
  | { kind: 'close-reports'; report_ids: number[] }
  | {
      kind: 'tell-owner'
      recipient: Recipient
      outcome: Exclude<Outcome, 'dismiss'>
      until: Date | null
      isReported: boolean
    }
  | { kind: 'tell-reporter'; recipient: Recipient; report_id: number; outcome: Outcome }
  | {
      kind: 'tell-appellant'
      recipient: Recipient
      report_id: number
      isRestored: boolean
      /** Another decision keeps the subject hidden, or the member suspended. */
      isOverruled: boolean
    }

export type Decision = { kind: 'refused'; refusal: Refusal } | { kind: 'decided'; changes: Change[] }

const refused = (refusal: Refusal): Decision => ({ kind: 'refused', refusal })
const decided = (changes: Change[]): Decision => ({ kind: 'decided', changes })

/** Decides about a subject: all its reports together, or without a report. */
export function decideSubject(facts: SubjectFacts, verdict: Verdict): Decision {
  const { subject, owner, reports } = facts
  const { outcome } = verdict
  if (outcome === 'restore') return refused({ because: 'no_appeal' })
  const effect = decideEffect(facts, verdict)
  if (effect.kind === 'refused') return effect
  const until = outcome === 'suspend' ? verdict.until : null
  const before = subject && (subject.hidden_by ? 'hidden' : 'shown')
  const changes: Change[] = [
    ...effect.changes,
    { kind: 'record-decision', outcome, until },
    { kind: 'record-act', what: `reports.${outcome}`, before, after: until?.toISOString() ?? outcome },
  ]
  const isReported = reports.length > 0
  if (owner && outcome !== 'dismiss')
    changes.push({ kind: 'tell-owner', recipient: owner, outcome, until, isReported })
  if (isReported) changes.push({ kind: 'close-reports', report_ids: reports.map(each => each.report_id) })
  for (const { report_id, recipient } of reports)
    if (recipient) changes.push({ kind: 'tell-reporter', recipient, report_id, outcome })
  return decided(changes)
}

/** What a decision does to the subject or its owner. */
function decideEffect(facts: SubjectFacts, verdict: Verdict): Decision {
  const { at, why, key, subject, isInPublishedBook, suspension } = facts
  const { outcome } = verdict
  if (!subject) return outcome === 'dismiss' ? decided([]) : refused({ because: 'gone' })
  if (outcome === 'hide' || outcome === 'remove') {
    if (!isHideable(key)) return refused({ because: 'profile' })
    if (outcome === 'remove' && isInPublishedBook) return refused({ because: 'published' })
    const isRemoved = outcome === 'remove'
    return decided([{ kind: 'hide', key, hiding: { at, by: 'staff', why, ...(isRemoved && { isRemoved }) } }])
  }
  const changes: Change[] = []
  // Reports hide a comment until a person has decided: about its writer, or that it stays.
  if (isHideable(key) && subject.hidden_by === 'reports') changes.push({ kind: 'show', key })
  if (outcome === 'suspend') {
    const refusal = refuseSuspension(suspension)
    if (refusal) return refused(refusal)
    changes.push({ kind: 'suspend', designer_id: subject.owner_id, until: verdict.until })
  }
  return decided(changes)
}

const isHideable = (key: SubjectKey): key is HideableKey => key.kind !== 'designer'

/**
 * A suspended juror's tiles stay open, so that the book waits: only an administrator, or the shell, suspends one who sits.
 * The last administrator stays; other staff are suspended by an administrator.
 */
function refuseSuspension(facts: SuspensionFacts | undefined): Refusal | undefined {
  const { account, seat, isByAdministrator, hasOtherAdministrator } = facts ?? {}
  if (seat !== undefined && !isByAdministrator) return { because: 'juror', book: seat }
  if (!account) return { because: 'closed' }
  if (isStaff(account.role) && !isByAdministrator) return { because: 'staff' }
  if (account.role === 'admin' && !hasOtherAdministrator)
    return { because: 'last_administrator', username: account.username }
  return undefined
}

/** Suspends a member by hand, or ends the suspension (null). The same end again changes nothing. */
export function decideSuspension({ key, owner, suspension }: SubjectFacts, until: Date | null): Decision {
  const refusal = until ? refuseSuspension(suspension) : undefined
  if (refusal) return refused(refusal)
  const account = suspension?.account
  if (!account) return refused({ because: 'closed' })
  const before = account.suspended_until
  if (before?.getTime() === until?.getTime()) return decided([])
  const changes: Change[] = [
    { kind: 'suspend', designer_id: key.id, until },
    { kind: 'record-act', what: 'members.suspended', before, after: until },
  ]
  if (until && owner)
    changes.push(
      { kind: 'record-decision', outcome: 'suspend', until },
      { kind: 'tell-owner', recipient: owner, outcome: 'suspend', until, isReported: false },
    )
  return decided(changes)
}

/** Hides a subject by hand, or shows it again. The same state again changes nothing. */
export function decideHiding(facts: SubjectFacts, isHidden: boolean): Decision {
  const { key, subject } = facts
  // Staff can hide for good what reports have hidden.
  if (isHidden)
    return subject?.hidden_by === 'staff' ? decided([]) : decideSubject(facts, { outcome: 'hide' })
  if (!subject) return refused({ because: 'gone' })
  if (!isHideable(key)) return refused({ because: 'profile' })
  if (!subject.hidden_by) return decided([])
  return decided([
    { kind: 'show', key },
    { kind: 'record-act', what: 'reports.show', before: 'hidden', after: 'shown' },
  ])
}

/** Decides an appeal: the decision stays (dismiss) or is taken back (restore), by another person where there is one. */
export function decideAppeal(facts: AppealFacts, { outcome }: Verdict): Decision {
  const { against, appellant, report_id } = facts
  if (outcome !== 'dismiss' && outcome !== 'restore') return refused({ because: 'appeal' })
  if (facts.isByDecider && facts.hasOtherModerator) return refused({ because: 'own_decision' })
  const isRestored = outcome === 'restore'
  const { refusal, changes: effect, isOverruled } = isRestored ? takeBack(facts) : unchanged
  if (refusal) return refused(refusal)
  const changes: Change[] = [...effect]
  if (isRestored) changes.push({ kind: 'undo-decision', decision_id: against.decision_id })
  changes.push(
    { kind: 'record-decision', outcome, until: null },
    { kind: 'close-reports', report_ids: [report_id] },
    { kind: 'record-act', what: `appeals.${outcome}`, before: against.decision, after: outcome },
  )
  if (appellant)
    changes.push({ kind: 'tell-appellant', recipient: appellant, report_id, isRestored, isOverruled })
  return decided(changes)
}

/** `isOverruled`: another decision that stands keeps the subject hidden, or the member suspended. */
type Reversal = { refusal?: Refusal; changes: Change[]; isOverruled: boolean }
const unchanged: Reversal = { changes: [], isOverruled: false }

/** Undoes what the appealed decision did. */
function takeBack(facts: AppealFacts): Reversal {
  const { against, subject, report_id } = facts
  // The subject of the reports may be gone by then.
  if (against.decision === 'suspend') return endSuspension(facts)
  if (against.decision !== 'hide' && against.decision !== 'remove') return unchanged
  if (!subject) return { ...unchanged, refusal: { because: 'gone_for_good', report_id } }
  return showAgain(facts)
}

/** Ends a suspension, unless another one stands; never makes it longer. A closed account has none. */
function endSuspension({ at, suspension }: AppealFacts): Reversal {
  if (!suspension?.until) return unchanged
  const { designer_id, until, otherUntil } = suspension
  const end = otherUntil && (otherUntil < until ? otherUntil : until)
  return {
    changes: [{ kind: 'suspend', designer_id, until: end ?? null }],
    isOverruled: end !== undefined && end > at,
  }
}

/** Shows a subject, unless another decision keeps it hidden; what the others only hide is no longer removed. */
function showAgain({ key, subject, otherHidings }: AppealFacts): Reversal {
  if (!isHideable(key) || subject?.hidden_by !== 'staff') return unchanged
  const [newest] = otherHidings
  if (!newest) return { changes: [{ kind: 'show', key }], isOverruled: false }
  const isRemoved = otherHidings.some(each => each.decision === 'remove')
  const { decided_at: at, why } = newest
  return {
    changes: [{ kind: 'hide', key, hiding: { at, by: 'staff', why, ...(!isRemoved && { isRemoved }) } }],
    isOverruled: true,
  }
}
