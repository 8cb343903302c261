import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Report, ReportDecision } from '../../../shared/api/admin-reports.ts'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { refusalOf, useAct } from '../../domain/desk/acts.ts'
import { type Column, DeskList, type Filter } from '../../domain/desk/DeskList.tsx'
import { Moment } from '../../domain/desk/Moment.tsx'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SelectField, TextField } from '../../ui/controls/Field.tsx'
import { HideForm } from './HideForm.tsx'
import styles from './Moderation.module.css'
import { Thumbnail } from './Thumbnail.tsx'

const reasons: Record<Report['reason'], string> = {
  copied: 'Copied',
  rights: 'Infringes rights',
  spam: 'Spam',
  abuse: 'Abusive',
  illegal: 'Illegal',
  other: 'Something else',
}

const columns: Column<Report>[] = [
  { label: 'Picture', cell: report => <Pictures report={report} /> },
  { label: 'What', cell: report => <What report={report} />, isText: true },
  { label: 'Report', cell: report => <Said report={report} />, isText: true },
  { label: 'Since', cell: report => <Moment at={report.created_at} />, sorts: ['oldest', 'newest'] },
]

const filters: Filter[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      ['open', 'reports'],
      ['appeal', 'appeals'],
      ['decided', 'decided'],
    ],
  },
  {
    name: 'kind',
    label: 'About',
    options: [
      ['logo', 'logos'],
      ['comment', 'comments'],
      ['designer', 'profiles'],
      ['collection', 'collections'],
    ],
  },
]

/** Reports and appeals, each with what it is about, and its decision. Several can be decided at once. */
export default function ReportsRoom() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Report>>(new Map())
  const withDecision = useMemo((): Column<Report>[] => {
    const choose = (report: Report, isChosen: boolean) =>
      setChosen(before => {
        const next = new Map(before)
        if (isChosen) next.set(report.report_id, report)
        else next.delete(report.report_id)
        return next
      })
    const cell = (report: Report) => (
      <Decision report={report} isChosen={chosen.has(report.report_id)} onChoose={choose} />
    )
    return [...columns, { label: 'Decision', cell, isText: true }]
  }, [chosen])
  return (
    <>
      {chosen.size > 0 && <Together reports={[...chosen.values()]} onEnd={() => setChosen(new Map())} />}
      <DeskList<Report>
        path={api.adminReports.list.path}
        title="Reports"
        one="report"
        read={(query, signal) =>
          call(api.adminReports.list, query as InputOf<typeof api.adminReports.list>, { signal })
        }
        keyOf={report => report.report_id}
        columns={withDecision}
        filters={filters}
        search="Title, company, words of the report"
        empty="Nothing waits for a decision."
        defaultSort="oldest"
      />
    </>
  )
}

/** What was reported, beside what it is said to copy. */
function Pictures({ report }: { report: Report }) {
  if (!report.subject?.picture && !report.original) return <span className="visually-hidden">No picture</span>
  return (
    <span className={styles.pair}>
      {report.subject?.picture && <Thumbnail picture={report.subject.picture} alt="Reported" />}
      {report.original && <Thumbnail picture={report.original} alt="The original" />}
    </span>
  )
}

function What({ report: { kind, subject, original_url } }: { report: Report }) {
  if (!subject) return <>A {kind} that is gone</>
  return (
    <>
      <Link to={subject.path}>{subject.name}</Link>
      <span className={styles.quiet}>
        {kind} by <Link to={`/designers/${subject.slug}?tab=logos`}>{subject.company}</Link>
        {subject.hidden_by &&
          ` · hidden${subject.hidden_by === 'staff' ? `: ${subject.hidden_why}` : ' by three reports'}`}
        {original_url && <> · {originalOf(original_url)}</>}
      </span>
    </>
  )
}

/** Where the original is said to be. Only web addresses are links. */
function originalOf(url: string) {
  if (url.startsWith('/logo/')) return <Link to={url}>the original</Link>
  if (!/^https?:\/\//i.test(url)) return url
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      the original
    </a>
  )
}

function Said({ report }: { report: Report }) {
  const { reason, text, reporter, email, found, is_appeal, against } = report
  const by = reporter?.company ?? email ?? found ?? ''
  return (
    <>
      {is_appeal && against ? `Appeal against “${against.decision}”: ${against.why}` : reasons[reason]}
      <span className={styles.quiet}>{by}</span>
      {text && <span className={styles.words}>{text}</span>}
    </>
  )
}

const decisionsOf = ({ kind, is_appeal, subject }: Report): [ReportDecision, string][] => {
  if (is_appeal)
    return [
      ['dismiss', 'Let it stand'],
      ['restore', 'Take it back'],
    ]
  if (!subject) return [['dismiss', 'Dismiss']]
  return [
    ['dismiss', 'Dismiss'],
    ...(kind === 'designer'
      ? []
      : ([
          ['hide', 'Hide'],
          ['remove', 'Remove'],
        ] as [ReportDecision, string][])),
    ['warn', 'Warn the owner'],
    ['suspend', 'Suspend the owner'],
  ]
}

type DecisionProps = {
  report: Report
  isChosen: boolean
  onChoose: (report: Report, isChosen: boolean) => void
}

function Decision({ report, isChosen, onChoose }: DecisionProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (report.decision)
    return (
      <>
        {report.decision}
        <span className={styles.quiet}>
          {report.decided_by ?? 'the shell'}: {report.why}
        </span>
        <CollectionHiding report={report} />
      </>
    )
  const name = report.subject?.name ?? `report ${report.report_id}`
  if (isOpen) return <DecisionForm reports={[report]} onClose={() => setIsOpen(false)} />
  const open = () => {
    onChoose(report, false)
    setIsOpen(true)
  }
  return (
    <span className={styles.buttons}>
      <Button aria-label={`Decide about ${name}`} aria-keyshortcuts="D" onClick={open}>
        Decide
      </Button>
      <Button
        aria-label={`Choose ${name}`}
        aria-keyshortcuts="X"
        aria-pressed={isChosen}
        onClick={() => onChoose(report, !isChosen)}
      >
        {isChosen && '✓ '}Choose
      </Button>
      {report.subject?.hidden_by && !report.is_appeal && <CollectionHiding report={report} />}
    </span>
  )
}

/** Hides the reported collection or shows it again. Logos and comments have rooms for that. */
function CollectionHiding({ report: { kind, id, subject } }: { report: Report }) {
  if (kind !== 'collection' || !subject) return null
  return <HideForm kind={kind} id={id} name={subject.name} isHidden={subject.hidden_by !== null} />
}

/** The reports that are chosen, decided as one. */
function Together({ reports, onEnd }: { reports: Report[]; onEnd: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.chosen} aria-label="Chosen reports">
      <span role="status">{formatCount(reports.length, 'report')} chosen</span>
      {isOpen ? (
        <DecisionForm reports={reports} onClose={() => setIsOpen(false)} onDone={onEnd} />
      ) : (
        <span className={styles.buttons}>
          <Button kind="primary" onClick={() => setIsOpen(true)}>
            Decide together
          </Button>
          <Button onClick={onEnd}>Choose none</Button>
        </span>
      )}
    </section>
  )
}

/** The decisions that suit all of these reports. */
const commonDecisions = ([first, ...others]: Report[]) =>
  first
    ? decisionsOf(first).filter(([name]) =>
        others.every(report => decisionsOf(report).some(([other]) => other === name)),
      )
    : []

type DecisionFormProps = { reports: Report[]; onClose: () => void; onDone?: () => void }

/** What is decided and why; the reasons are mailed to everyone concerned. */
function DecisionForm({ reports, onClose, onDone }: DecisionFormProps) {
  const { mutate, isPending, error } = useAct(api.adminReports.decide)
  const [decision, setDecision] = useState<ReportDecision>('dismiss')
  const [why, setWhy] = useState('')
  const [until, setUntil] = useState('')
  const possible = commonDecisions(reports)
  const isSuspension = decision === 'suspend'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(
      {
        report_ids: reports.map(report => report.report_id),
        decision,
        why,
        ...(isSuspension && until && { until: new Date(`${until}T00:00:00Z`).toISOString() }),
      },
      { onSuccess: () => onDone?.() },
    )
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <SelectField
        label="Decision"
        autoFocus
        value={decision}
        onChange={event => {
          const chosen = possible.find(([name]) => name === event.target.value)
          if (chosen) setDecision(chosen[0])
        }}
      >
        {possible.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {isSuspension && (
        <TextField label="Until" type="date" value={until} onChange={event => setUntil(event.target.value)} />
      )}
      <TextField
        label="Why"
        value={why}
        maxLength={200}
        error={refusalOf(error) || undefined}
        onChange={event => setWhy(event.target.value)}
      />
      <span className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={isPending || !why.trim() || (isSuspension && !until)}>
          {isPending ? 'Deciding…' : 'Decide'}
        </Button>
      </span>
    </form>
  )
}
