import type { Report, ReportDecision } from '../../../../shared/api/desk/reports.ts'
import { nameOfReported, summarizeReports } from '../../../../shared/rules/report-words.ts'

/** The reports about one subject that are decided together, or one appeal. */
export type Case = {
  /** The end of its address: `logo/1992`, or the number of an appeal or of the first of its decided reports. */
  path: string
  reports: readonly [Report, ...Report[]]
}

const groupOf = ({ kind, id, is_appeal, decided_at, report_id }: Report) =>
  is_appeal ? `appeal ${report_id}` : `${kind} ${id} ${decided_at ?? ''}`

const pathOf = ({ kind, id, is_appeal, decided_at, report_id }: Report) =>
  is_appeal || decided_at ? String(report_id) : `${kind}/${id}`

/** Groups reports by subject, in the order of the first report of each. */
export const groupReports = (reports: readonly Report[]): Case[] =>
  [...Map.groupBy(reports, groupOf).values()].flatMap(([first, ...others]) =>
    first ? [{ path: pathOf(first), reports: [first, ...others] as const }] : [],
  )

export const nameOf = ({ reports: [{ kind, subject }] }: Case): string =>
  nameOfReported(kind, subject?.name ?? null)

/** The reasons of a case, the kind of its subject, and the number of its reports. */
export function summaryOf({ reports }: Case): string {
  const [{ kind, is_appeal, against, email, found }] = reports
  return summarizeReports({
    kind,
    against: is_appeal ? (against?.decision ?? '') : null,
    reports: reports.length,
    reasons: reports.map(report => report.reason),
    isByEmail: email !== null,
    found,
  })
}

/** The label of a decision's button, and of the message that follows it. */
export type Choice = { decision: ReportDecision; label: string; done: string }

const choices: readonly Choice[] = [
  { decision: 'dismiss', label: 'Dismiss', done: 'Dismissed' },
  { decision: 'hide', label: 'Hide', done: 'Hidden' },
  { decision: 'remove', label: 'Remove', done: 'Removed' },
  { decision: 'warn', label: 'Warn', done: 'Warned' },
  { decision: 'suspend', label: 'Suspend', done: 'Suspended' },
]
const appealChoices: readonly Choice[] = [
  { decision: 'dismiss', label: 'Uphold', done: 'Upheld' },
  { decision: 'restore', label: 'Reverse', done: 'Reversed' },
]

/** The decisions that suit all of these cases, in the order of their keys. */
export function choicesOf(cases: readonly Case[]): { choice: Choice; isPossible: boolean }[] {
  const firsts = cases.map(({ reports: [first] }) => first)
  const isAboutAppeals = firsts.every(first => first.is_appeal)
  const isMixed = !isAboutAppeals && firsts.some(first => first.is_appeal)
  const suits = ({ decision }: Choice) =>
    !isMixed &&
    (isAboutAppeals ||
      decision === 'dismiss' ||
      firsts.every(
        ({ kind, subject }) =>
          subject && !(kind === 'designer' && (decision === 'hide' || decision === 'remove')),
      ))
  return (isAboutAppeals ? appealChoices : choices).map(choice => ({ choice, isPossible: suits(choice) }))
}

/** A decision about a report in the past tense, in a word. */
export const doneOf = (decision: string): string =>
  choices.find(each => each.decision === decision)?.done ?? decision

/** The decision of a case, in a word. */
export const decidedAs = ({ decision, is_appeal }: Report): string =>
  (is_appeal ? appealChoices : choices).find(each => each.decision === decision)?.done ?? decision ?? ''
