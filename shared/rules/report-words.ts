import type { ReportKind, ReportReason } from '../api/reports.ts'
import { formatCount } from './format.ts'

export const kindNouns: Record<ReportKind, string> = {
  logo: 'logo',
  comment: 'comment',
  designer: 'profile',
  collection: 'collection',
}

export const reasonLabels: Record<ReportReason, string> = {
  copied: 'Copied',
  rights: 'Infringes rights',
  spam: 'Spam',
  abuse: 'Abusive',
  illegal: 'Illegal',
  other: 'Something else',
}

/** The name of a reported subject at the desk; null once it is deleted. */
export function nameOfReported(kind: ReportKind, name: string | null): string {
  if (name === null) return `A ${kindNouns[kind]} that’s gone`
  return kind === 'comment' ? `“${name}”` : name
}

type Reported = {
  kind: ReportKind
  /** The decision that an appeal is against; null for reports. */
  against: string | null
  reports: number
  reasons: readonly ReportReason[]
  isByEmail: boolean
  /** What the program itself found. */
  found: string | null
}

/** The reasons of a case, the kind of its subject, and the number of its reports. */
export function summarizeReports({ kind, against, reports, reasons, isByEmail, found }: Reported): string {
  if (against !== null) return `Appeal against “${against}”${kind === 'logo' ? '' : ` · ${kindNouns[kind]}`}`
  const [reason, ...others] = new Set(reasons)
  const said = others.length || !reason ? 'Several reasons' : reasonLabels[reason]
  const by = reports > 1 ? formatCount(reports, 'reporter') : (found ?? (isByEmail ? 'by email' : ''))
  const more = [kind === 'logo' ? '' : kindNouns[kind], by].filter(Boolean).join(', ')
  return more ? `${said} · ${more}` : said
}
