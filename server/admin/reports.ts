import { reportDecisions } from '../../shared/api/admin-reports.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { listReports } from '../features/admin-reports/queries.ts'
import { findMember } from '../features/members/queries.ts'
import { decideReports, suspendMember } from '../features/reports/decide.ts'
import { counted, inColumns, Mistake, say, shell } from './mistake.ts'

type Values = Record<string, string | undefined>
const now = () => new Date()

/** The reports and appeals that wait for a decision, the oldest first. */
export async function listReportsAtShell(db: Db) {
  const reports = await listReports(db, {}, { page: 1, page_size: 200 })
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

export async function decideReportAtShell(
  db: Db,
  { publicUrl }: Config,
  which: string,
  word: string | undefined,
  { until, why = '' }: Values,
) {
  const decision = reportDecisions.find(each => each === word)
  if (!/^\d{1,9}$/.test(which)) throw new Mistake('Name the report by its number.')
  if (!decision) throw new Mistake(`A decision is one of ${reportDecisions.join(', ')}.`)
  const given = { report_ids: [Number(which)], decision, why, until }
  await decideReports({ db, now, publicUrl }, given, shell)
  say(`Report ${which}: ${decision}. Everyone concerned is told by mail.`)
}

export async function suspendAtShell(
  db: Db,
  { publicUrl }: Config,
  username: string,
  word: string | undefined,
  why = '',
) {
  const member = await findMember(db, username)
  if (!member) throw new Mistake(`There is no member ${username}.`)
  const until = word === 'never' ? null : new Date(word ?? '')
  if (until && Number.isNaN(+until)) throw new Mistake('Say until when, as YYYY-MM-DD, or never to lift it.')
  await suspendMember({ db, now, publicUrl }, { designer_id: member.designer_id, until, why }, shell)
  say(
    until
      ? `${member.username} is suspended until ${until.toISOString().slice(0, 10)}.`
      : `${member.username} is not suspended.`,
  )
}
