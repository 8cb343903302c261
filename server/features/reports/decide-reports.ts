import { transaction } from '../../db/connect.ts'
import { HttpError, requireWhy } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import type { Actor } from '../history/queries.ts'
import { decideAppeal, decideSubject } from './decision/decide.ts'
import { type Context, readAppeal, readSubject, type Verdict } from './decision/facts.ts'
import { writeDecision } from './decision/write.ts'
import type { Outcome } from './messages.ts'
import { type AppealRow, lockReports, type ReportRow } from './queries.ts'
import { requireFuture } from './require.ts'

export type DecisionInput = {
  report_ids: readonly number[]
  decision: Outcome | 'restore'
  until?: string | undefined
  why: string
}

/** Decides reports, or appeals, together. Of two decisions on the same report the second is refused. */
export async function decideReports(
  { db, now, publicUrl }: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  input: DecisionInput,
  actor: Actor,
) {
  const why = requireWhy(input.why)
  const at = now()
  const verdict = verdictOf(input, at)
  const ids = [...new Set(input.report_ids)]
  await transaction(db, async trx => {
    const reports = await lockReports(trx, ids)
    if (reports.length < ids.length) throw new HttpError(404, 'Report not found')
    const decided = reports.find(report => report.decision_id !== null)
    if (decided) throw new HttpError(409, `Report ${decided.report_id} is decided already.`)
    const context: Context = { trx, at, publicUrl, actor, why }
    for (const report of reports) if (isAppeal(report)) await settleAppeal(context, report, verdict)
    const groups = Map.groupBy(
      reports.filter(report => !isAppeal(report)),
      report => `${report.kind} ${report.subject_id}`,
    )
    for (const group of groups.values()) await settleReports(context, group, verdict)
  })
}

function verdictOf({ decision, until }: DecisionInput, at: Date): Verdict {
  if (decision !== 'suspend') return { outcome: decision }
  return { outcome: decision, until: requireFuture(until ? new Date(until) : undefined, at) }
}

const isAppeal = (report: ReportRow): report is AppealRow => report.against !== null

/** One decision on all these reports about one subject. */
async function settleReports(context: Context, reports: ReportRow[], verdict: Verdict) {
  const [first] = reports
  if (!first) return
  const key = { kind: first.kind, id: first.subject_id }
  const facts = await readSubject(context, key, verdict.outcome, reports)
  await writeDecision(context, facts, decideSubject(facts, verdict))
}

async function settleAppeal(context: Context, report: AppealRow, verdict: Verdict) {
  const facts = await readAppeal(context, report)
  await writeDecision(context, facts, decideAppeal(facts, verdict))
}
