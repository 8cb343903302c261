import type { Db } from '../../../db/connect.ts'
import type { Actor } from '../../history/queries.ts'
import { hasOtherAdmin, listSeats, lockWithAdmins } from '../../members/queries.ts'
import type { Outcome } from '../messages.ts'
import {
  type AppealRow,
  findAddress,
  findOtherSuspension,
  hasOtherModerator,
  isInPublishedBook,
  listOtherHidings,
  lockDecision,
  lockLogoOfComment,
  lockSubject,
  type ReportRow,
  type Subject,
  type SubjectKey,
} from '../queries.ts'

/** A decision's transaction, and who makes it, when and why. */
export type Context = { trx: Db; at: Date; publicUrl: string; actor: Actor; why: string }

/** What staff have decided. */
export type Verdict =
  | { outcome: 'suspend'; until: Date }
  | { outcome: Exclude<Outcome, 'suspend'> | 'restore' }

/** Where a letter goes. `designerId` is null for an outsider, who is known by the address alone. */
export type Recipient = { to: string; designerId: number | null }

type Account = Awaited<ReturnType<typeof lockWithAdmins>>[number]

/** What decides whether a member may be suspended. */
export type SuspensionFacts = {
  /** Undefined once it is closed. */
  account: Account | undefined
  /** The book on whose jury the member sits. */
  seat: string | undefined
  isByAdministrator: boolean
  /** Whether an administrator besides this member can work. */
  hasOtherAdministrator: boolean
}

/** All facts that decide about a subject, with or without reports. */
export type SubjectFacts = {
  at: Date
  why: string
  key: SubjectKey
  /** Undefined once it is gone. */
  subject: Subject | undefined
  /** Undefined where the subject is gone, or its owner's account is closed. */
  owner: Recipient | undefined
  isInPublishedBook: boolean
  /** Of the subject's owner; read only for a suspension, because that locks accounts. */
  suspension: SuspensionFacts | undefined
  /** The reports that are decided. The program's own reports have no recipient. */
  reports: { report_id: number; recipient: Recipient | undefined }[]
}

/** All facts that decide about an appeal. */
export type AppealFacts = {
  at: Date
  key: SubjectKey
  subject: Subject | undefined
  report_id: number
  appellant: Recipient | undefined
  against: NonNullable<Awaited<ReturnType<typeof lockDecision>>>
  isByDecider: boolean
  /** Whether someone besides the member who decides could decide. */
  hasOtherModerator: boolean
  /** Besides the decision, what hides the subject, the newest first. */
  otherHidings: Awaited<ReturnType<typeof listOtherHidings>>
  /** Of the suspended member; undefined where the decision suspended no one, or the account is closed. */
  suspension: { designer_id: number; until: Date | null; otherUntil: Date | undefined } | undefined
}

/** Locks a subject, and the accounts that a suspension depends on, and reads what decides. */
export async function readSubject(
  { trx, at, why, actor }: Context,
  key: SubjectKey,
  outcome: Verdict['outcome'],
  reports: readonly ReportRow[],
): Promise<SubjectFacts> {
  const subject = await lockSubject(trx, key)
  // A comment that is shown again is counted at its logo, and logos are locked before accounts.
  if (key.kind === 'comment' && subject?.hidden_by === 'reports') await lockLogoOfComment(trx, key.id)
  const suspension =
    subject && outcome === 'suspend' ? await readSuspension(trx, subject.owner_id, actor, at) : undefined
  return {
    at,
    why,
    key,
    subject,
    owner: subject && (await findRecipient(trx, { reporter_id: subject.owner_id, email: null })),
    isInPublishedBook: key.kind === 'logo' && (await isInPublishedBook(trx, key.id)),
    suspension,
    reports: await readReporters(trx, reports),
  }
}

async function readReporters(trx: Db, reports: readonly ReportRow[]) {
  const read: SubjectFacts['reports'] = []
  for (const report of reports)
    read.push({ report_id: report.report_id, recipient: await findRecipient(trx, report) })
  return read
}

async function findRecipient(
  trx: Db,
  { reporter_id, email }: { reporter_id: number | null; email: string | null },
): Promise<Recipient | undefined> {
  const to = reporter_id === null ? email : (await findAddress(trx, reporter_id))?.email
  return to ? { to, designerId: reporter_id } : undefined
}

/** The account and the one that acts, if it isn't the shell. */
const idsOf = (designerId: number, actor: Actor) =>
  actor.designer_id === null ? [designerId] : [designerId, actor.designer_id]

/** Locks the account, all administrators, and the account that acts. */
async function readSuspension(trx: Db, designerId: number, actor: Actor, at: Date): Promise<SuspensionFacts> {
  const locked = await lockWithAdmins(trx, idsOf(designerId, actor))
  const [seat] = await listSeats(trx, designerId)
  return {
    account: locked.find(row => row.designer_id === designerId),
    seat: seat && !seat.left_at ? seat.slug : undefined,
    isByAdministrator:
      actor.designer_id === null ||
      locked.some(row => row.designer_id === actor.designer_id && row.role === 'admin'),
    hasOtherAdministrator: await hasOtherAdmin(trx, designerId, at),
  }
}

/** Locks the decision that is appealed and its subject, or the suspended member, and reads what decides. */
export async function readAppeal({ trx, at, actor }: Context, appeal: AppealRow): Promise<AppealFacts> {
  const against = await lockDecision(trx, appeal.against)
  if (!against) throw new Error('An appeal names no decision')
  const key = { kind: against.kind, id: against.subject_id }
  const isByDecider = actor.designer_id !== null && against.decided_by === actor.designer_id
  return {
    at,
    key,
    report_id: appeal.report_id,
    against,
    isByDecider,
    hasOtherModerator: actor.designer_id !== null && (await hasOtherModerator(trx, actor.designer_id, at)),
    subject: await lockSubject(trx, key),
    appellant: await findRecipient(trx, appeal),
    otherHidings: await listOtherHidings(trx, key, against.decision_id),
    suspension:
      against.decision === 'suspend'
        ? await readAppealedSuspension(trx, appeal, against.decision_id, { actor, at })
        : undefined,
  }
}

/** Only the suspended member has the link to an appeal against a suspension. */
async function readAppealedSuspension(
  trx: Db,
  { reporter_id }: AppealRow,
  decisionId: number,
  { actor, at }: Pick<Context, 'actor' | 'at'>,
): Promise<AppealFacts['suspension']> {
  if (reporter_id === null) throw new Error('An appeal against a suspension names no member')
  // Locked first: a concurrent suspension has then been decided.
  const locked = await lockWithAdmins(trx, idsOf(reporter_id, actor))
  const account = locked.find(row => row.designer_id === reporter_id)
  return (
    account && {
      designer_id: reporter_id,
      until: account.suspended_until,
      otherUntil: await findOtherSuspension(trx, reporter_id, decisionId, at),
    }
  )
}
