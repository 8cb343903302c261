import { newLinkToken } from '../../../http/mailed-link.ts'
import { hashToken } from '../../../lib/hash-token.ts'
import { recordAct } from '../../history/queries.ts'
import { enqueueMail } from '../../mail/queries.ts'
import { updateSuspension } from '../../members/queries.ts'
import { type About, type Appeal, appealDecided, appealMs, decisionMade, reportDecided } from '../messages.ts'
import { mayWriteToOutsider } from '../outsider-letters.ts'
import {
  insertAppealLink,
  insertDecision,
  type Subject,
  type SubjectKey,
  setDecided,
  undoDecision,
  updateHidden,
} from '../queries.ts'
import type { Change, Decision } from './decide.ts'
import type { Context, Recipient } from './facts.ts'
import { errorOf } from './refusals.ts'

/** Writes what was decided about a subject, in order. Throws the answer of a refusal. */
export async function writeDecision(
  context: Context,
  about: { key: SubjectKey; subject: Subject | undefined },
  decision: Decision,
): Promise<void> {
  if (decision.kind === 'refused') throw errorOf(decision.refusal)
  const target: Target = { ...context, ...about, decisionId: null }
  for (const change of decision.changes) await write(target, change)
}

type Target = Context & {
  key: SubjectKey
  subject: Subject | undefined
  /** Null until the decision is recorded. */
  decisionId: number | null
}

async function write(target: Target, change: Change): Promise<void> {
  const { trx, at, why, actor, key } = target
  switch (change.kind) {
    case 'hide':
      return updateHidden(trx, change.key, change.hiding)
    case 'show':
      return updateHidden(trx, change.key, null)
    case 'suspend':
      return updateSuspension(trx, change.designer_id, change.until)
    case 'undo-decision':
      return undoDecision(trx, change.decision_id, at)
    case 'record-decision': {
      const { outcome, until } = change
      const made = { kind: key.kind, subject_id: key.id, decision: outcome, until, why, decided_at: at }
      target.decisionId = await insertDecision(trx, { ...made, decided_by: actor.designer_id })
      return
    }
    case 'record-act': {
      const { what, before, after } = change
      return recordAct(trx, actor, { what, kind: key.kind, id: key.id, before, after, why }, at)
    }
    case 'close-reports':
      return setDecided(trx, change.report_ids, decisionOf(target))
    case 'tell-owner':
      return tellOwner(target, change)
    case 'tell-reporter':
      return tellReporter(target, change)
    case 'tell-appellant':
      return tellAppellant(target, change)
  }
}

/** The recorded decision: changes that name it come after it. */
function decisionOf({ decisionId }: Target): number {
  if (decisionId === null) throw new TypeError('A change names a decision before it is recorded')
  return decisionId
}

/** What a letter is about; nameless once the subject is gone. */
const aboutOf = ({ key: { kind }, subject }: Target): About => ({
  kind,
  name: subject?.name ?? '',
  path: subject?.path ?? '',
})

type Telling<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

async function tellOwner(target: Target, change: Telling<'tell-owner'>) {
  const { recipient, outcome, until, isReported } = change
  const appeal = await openAppeal(target, recipient)
  const letter = { outcome, why: target.why, until: until ?? undefined, isReported, appeal }
  await enqueueMail(
    target.trx,
    decisionMade(recipient.to, aboutOf(target), { ...letter, decisionId: decisionOf(target) }),
  )
}

async function tellReporter(target: Target, { recipient, report_id, outcome }: Telling<'tell-reporter'>) {
  if (!(await mayWriteTo(target, recipient))) return
  const appeal = outcome === 'dismiss' ? await openAppeal(target, recipient) : undefined
  const to = { to: recipient.to, isOutsider: recipient.designerId === null }
  const letter = { outcome, why: target.why, reportId: report_id, appeal }
  await enqueueMail(
    target.trx,
    reportDecided(to, aboutOf(target), { ...letter, decisionId: decisionOf(target) }),
  )
}

async function tellAppellant(target: Target, change: Telling<'tell-appellant'>) {
  const { recipient, report_id, isRestored, isOverruled } = change
  if (!(await mayWriteTo(target, recipient))) return
  const letter = { isRestored, isOverruled, why: target.why, reportId: report_id }
  await enqueueMail(target.trx, appealDecided(recipient.to, aboutOf(target), letter))
}

/** An outsider's address gets few letters. Counts the letter. */
const mayWriteTo = async ({ trx, at }: Target, { to, designerId }: Recipient) =>
  designerId !== null || mayWriteToOutsider(trx, to, at)

async function openAppeal(target: Target, { to, designerId }: Recipient): Promise<Appeal> {
  const { trx, at, publicUrl } = target
  const token = newLinkToken()
  await insertAppealLink(trx, {
    decision_id: decisionOf(target),
    token_hash: hashToken(token),
    ...(designerId === null ? { email: to } : { designer_id: designerId }),
  })
  return {
    href: `${publicUrl}/appeal?${new URLSearchParams({ token })}`,
    until: new Date(at.getTime() + appealMs),
  }
}
