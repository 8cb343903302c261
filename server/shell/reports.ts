import type { HideKind } from '../../shared/api/desk/reports.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { listReports } from '../features/desk/reports/queries.ts'
import { findMember } from '../features/members/queries.ts'
import { setHidden, suspendMember } from '../features/reports/decide-by-hand.ts'
import { type DecisionInput, decideReports } from '../features/reports/decide-reports.ts'
import { findStandingDecision } from '../features/reports/queries.ts'
import { HttpError } from '../http/errors.ts'
import { counted, inColumns, Mistake, numberOf, say, shell } from './mistake.ts'

const now = () => new Date()

/** The reports and appeals that wait for a decision, the oldest first. */
export async function listReportsAtShell(db: Db, { publicUrl }: Config) {
  const reports = await listReports({ db, publicUrl }, {}, { page: 1, page_size: 200 })
  for (const { report_id, state, kind, id, reason, subject, reporter, email, found, text } of reports)
    say(
      inColumns(
        report_id,
        state,
        `${kind} ${id}`,
        subject?.name ?? 'gone',
        reason,
        reporter?.company ?? email ?? found ?? '',
        text,
      ),
    )
  say(counted(reports.length, 'report', 'reports'))
}

/** Whether a report was decided in the same way, and no appeal has taken that back. */
async function isDecidedSo(db: Db, reportId: number, { decision, until }: Omit<DecisionInput, 'report_ids'>) {
  const decided = await findStandingDecision(db, reportId, decision)
  const end = decision === 'suspend' && until ? +new Date(until) : 0
  return decided !== undefined && +(decided.until ?? 0) === end
}

/** Decides a report; the same decision again changes nothing and sends no letter. */
export async function decideReportAtShell(
  db: Db,
  { publicUrl }: Config,
  { number, decision, why, until }: Omit<DecisionInput, 'report_ids'> & { number: string; why: string },
) {
  const reportId = numberOf(number)
  if (!reportId) throw new Mistake('Name the report by its number.')
  const input = { report_ids: [reportId], decision, why, until }
  try {
    await decideReports({ db, now, publicUrl }, input, shell)
  } catch (error) {
    const isConflict = error instanceof HttpError && error.status === 409
    if (!isConflict || !(await isDecidedSo(db, reportId, input))) throw error
    say(`Report ${reportId} is decided already: ${decision}.`)
    return
  }
  say(`Report ${reportId}: ${decision}. Everyone concerned is told by mail.`)
}

const nouns = { logo: 'Logo', comment: 'Comment', collection: 'Collection' } as const

/** Hides a subject (1), which its owner is told, or shows it again (0). Idempotent. */
export async function setHiddenAtShell(
  db: Db,
  { publicUrl }: Config,
  {
    kind,
    number,
    state,
    why = '',
  }: { kind: HideKind; number: string; state: 0 | 1; why: string | undefined },
) {
  const id = numberOf(number)
  if (!id) throw new Mistake(`Name the ${kind} by its number.`)
  await setHidden({ db, now, publicUrl }, { kind, id, state, why }, shell)
  say(`${nouns[kind]} ${number} is ${state ? 'hidden' : 'shown'}.`)
}

export async function suspendAtShell(
  db: Db,
  { publicUrl }: Config,
  username: string,
  word: string,
  why = '',
) {
  const member = await findMember(db, username)
  if (!member) throw new Mistake(`There is no member ${username}.`)
  const until = word === 'never' ? null : new Date(word)
  if (until && Number.isNaN(+until)) throw new Mistake('Say until when, as YYYY-MM-DD, or never to lift it.')
  await suspendMember({ db, now, publicUrl }, { designer_id: member.designer_id, until, why }, shell)
  say(
    until
      ? `${member.username} is suspended until ${until.toISOString().slice(0, 10)}.`
      : `${member.username} is not suspended.`,
  )
}
