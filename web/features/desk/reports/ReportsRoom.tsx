import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { imageUrl } from '../../../../shared/rules/image-url.ts'
import { deskKey, fieldErrorOf, refusalOf } from '../../../domain/desk/acts.ts'
import { CsvLink } from '../../../domain/desk/CsvLink.tsx'
import { call } from '../../../lib/api/call.ts'
import { useMedia } from '../../../lib/browser/media.ts'
import { useTitle } from '../../../lib/navigation/title.ts'
import { hasUnsentWork } from '../../../lib/navigation/unsent-work.ts'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { CaseView, DecidedFoot } from './CaseView.tsx'
import { type Case, groupReports, nameOf } from './cases.ts'
import { type Decided, DecisionBar, type Refused } from './DecisionBar.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { decideWithUndo, usePendingReports } from './pending-decisions.ts'
import { Queue } from './Queue.tsx'
import styles from './Reports.module.css'
import { useKeys } from './use-keys.ts'

/** The most that a page of the desk can hold. The rest follows as these are decided. */
const queueSize = 200
const path = api.desk.reports.list.path

function useQueue() {
  const [params] = useSearchParams()
  const query: Record<string, string> = {}
  for (const name of ['q', 'state', 'kind']) {
    const value = params.get(name)
    if (value) query[name] = value
  }
  const list = useQuery({
    queryKey: [deskKey, path, query],
    queryFn: ({ signal }) =>
      call(
        api.desk.reports.list,
        { ...query, page_size: queueSize } as InputOf<typeof api.desk.reports.list>,
        { signal },
      ),
    staleTime: 10_000,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
  const pending = usePendingReports()
  const cases = useMemo(
    () => groupReports((list.data?.data ?? []).filter(report => !pending.has(report.report_id))),
    [list.data, pending],
  )
  return { ...list, query, cases, hasMore: (list.data?.count ?? 0) > queueSize }
}

const pathsOf = (cases: readonly Case[]) => cases.map(one => one.path).join(' ')

/** Whether another case would take the text that is being written, or the next keys, from the open one. */
const isWriting = () => hasUnsentWork() || document.activeElement?.matches('input, textarea')

/** Sends decisions, and stores those that the server refused. `reopen` opens their cases again. */
function useDecisions(reopen: (cases: readonly Case[]) => void) {
  const queryClient = useQueryClient()
  const undo = useRef<() => void>(undefined)
  /** By the paths of their cases. */
  const [refusals] = useState(() => new Map<string, Refused>())
  const send = (cases: readonly Case[], decided: Decided) => {
    const { choice, why, until } = decided
    const [first] = cases
    const what = first && cases.length === 1 ? nameOf(first) : `${cases.length} cases`
    const report_ids = cases.flatMap(one => one.reports.map(report => report.report_id))
    refusals.delete(pathsOf(cases))
    undo.current = decideWithUndo(
      queryClient,
      { report_ids, decision: choice.decision, why, ...(until && { until }) },
      {
        message: `${choice.done}: ${what}`,
        failure(error) {
          const isOfEnd = fieldErrorOf(error, 'until') !== undefined
          const sentence = refusalOf(error) || 'The decision wasn’t saved.'
          refusals.set(pathsOf(cases), { decided, sentence, isOfEnd })
          if (!isWriting()) return { message: sentence }
          const actions = [{ label: 'Open', run: () => reopen(cases) }]
          return { message: `${what}: ${sentence}`, actions, isLasting: true }
        },
        onUndone: () => {
          if (!isWriting()) reopen(cases)
        },
      },
    )
  }
  return { refusals, send, undo: () => undo.current?.() }
}

/** The state of the room: the open case, the selected ones, and the move to the next after a decision. */
function useCases({ cases, query }: ReturnType<typeof useQueue>, named: string) {
  const isWide = useMedia('(width >= 900px)')
  /** The case that is open without being named: a refetch may put another one first while its decision is written. */
  const [kept, setKept] = useState<string>()
  const find = (path: string | undefined) => cases.find(one => one.path === path)
  const current = find(named) ?? (named || !isWide ? undefined : (find(kept) ?? cases[0]))
  const unnamed = named ? undefined : current?.path
  if (unnamed !== kept) setKept(unnamed)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** How many times decided cases were selected again: each time the bar begins again. */
  const [reselected, setReselected] = useState(0)
  const room = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const words = String(new URLSearchParams(query))
  const toOf = (one?: Case) => `/admin/reports${one ? `/${one.path}` : ''}${words && `?${words}`}`
  // On a phone the queue is hidden and cannot take the focus.
  const focusRow = useCallback(
    () => room.current?.querySelector<HTMLElement>('[data-case][aria-current]')?.focus(),
    [],
  )
  const isRowWanted = useRef(false)
  const path = current?.path
  useEffect(() => {
    if (path && isRowWanted.current) focusRow()
    isRowWanted.current = false
  }, [path, focusRow])
  const open = (one: Case | undefined) => {
    if (one && one === current) return focusRow()
    isRowWanted.current = true
    void navigate(toOf(one), { replace: true, preventScrollReset: true })
  }
  const chosen = cases.filter(one => selected.has(one.path))
  const deciding = chosen.length > 0 ? chosen : current ? [current] : []
  const clear = () => setSelected(new Set())

  const { send, ...decisions } = useDecisions(again => {
    if (again.length > 1) {
      setSelected(new Set(again.map(one => one.path)))
      setReselected(times => times + 1)
    }
    void navigate(toOf(again[0]), { replace: true, preventScrollReset: true })
  })
  const decide = (decided: Decided) => {
    const left = cases.filter(one => !deciding.includes(one))
    const from = cases.findLastIndex(one => deciding.includes(one))
    const next = left.find(one => cases.indexOf(one) > from) ?? left.at(-1)
    send(deciding, decided)
    clear()
    open(next)
  }
  return {
    ...decisions,
    room,
    current,
    deciding,
    selected,
    isSelection: chosen.length > 0,
    reselected,
    toOf,
    open,
    focusRow,
    /** Opens the next case, or the previous one (-1). */
    step: (by: 1 | -1) => open(cases[(current ? cases.indexOf(current) : -1) + by] ?? current),
    select: (one: Case) => setSelected(before => before.symmetricDifference(new Set([one.path]))),
    clear,
    decide,
  }
}

/** Reports and appeals: the queue with one row for each reported subject, the open case, and the decision about it. */
export default function ReportsRoom({ rest }: { rest: string[] }) {
  const named = rest.join('/')
  const queue = useQueue()
  const { cases, data, error, isError, refetch } = queue
  const flow = useCases(queue, named)
  const { current, deciding } = flow
  const [hasKeys, setHasKeys] = useState(false)
  useTitle(`${current ? `${nameOf(current)} · ` : ''}Reports · Desk`)
  usePreloaded(current && cases[cases.indexOf(current) + 1])
  useKeys((key, event) => {
    if (key === 'j' || key === 'k') flow.step(key === 'j' ? 1 : -1)
    else if (key === 'x' && current) flow.select(current)
    else if (key === 'z') flow.undo()
    else if (key === '?') setHasKeys(true)
    else return
    event.preventDefault()
  })
  const isDecided = current?.reports[0].state === 'decided'
  return (
    <div ref={flow.room} className={styles.room} data-open={named !== '' || undefined}>
      <h1 className="visually-hidden" tabIndex={-1}>
        Reports
      </h1>
      <section className={styles.queue} aria-label="Queue" aria-busy={!data && !isError}>
        <QueueHead queue={queue} onKeys={() => setHasKeys(true)} />
        {isError && !data && (
          <LoadError what="Reports" error={error} onRetry={refetch}>
            {refusalOf(error) || undefined}
          </LoadError>
        )}
        {data && cases.length === 0 && <Empty isFiltered={Object.keys(queue.query).length > 0} />}
        <Queue
          cases={cases}
          current={current}
          selected={flow.selected}
          toOf={flow.toOf}
          onSelect={flow.select}
        />
      </section>
      <section className={styles.case} aria-label="Case">
        <Link className={styles.back} to={flow.toOf()}>
          ← Reports
        </Link>
        {current && <CaseView key={`case ${current.path}`} one={current} />}
        {!current && named !== '' && data && (
          <p className={styles.empty}>There’s nothing left to decide here.</p>
        )}
        {current && isDecided && <DecidedFoot report={current.reports[0]} />}
        {deciding[0] && !isDecided && (
          <DecisionBar
            key={flow.isSelection ? `selection ${flow.reselected}` : `decision ${deciding[0].path}`}
            cases={deciding}
            isSelection={flow.isSelection}
            refused={flow.refusals.get(pathsOf(deciding))}
            onDecide={flow.decide}
            onClear={flow.clear}
            onLeave={flow.focusRow}
          />
        )}
      </section>
      <KeysDialog isOpen={hasKeys} onClose={() => setHasKeys(false)} />
    </div>
  )
}

const Empty = ({ isFiltered }: { isFiltered: boolean }) => (
  <p className={styles.empty}>
    {isFiltered ? (
      <>
        Nothing matches. <Link to="/admin/reports">Show all</Link>
      </>
    ) : (
      'Nothing to decide.'
    )}
  </p>
)

const filters = [
  [
    'state',
    'State',
    [
      ['', 'To decide'],
      ['open', 'Reports'],
      ['appeal', 'Appeals'],
      ['decided', 'Decided'],
    ],
  ],
  [
    'kind',
    'About',
    [
      ['', 'Everything'],
      ['logo', 'Logos'],
      ['comment', 'Comments'],
      ['designer', 'Profiles'],
      ['collection', 'Collections'],
    ],
  ],
] as const

/** The number of cases, the filters, and the link to the CSV. */
function QueueHead({ queue, onKeys }: { queue: ReturnType<typeof useQueue>; onKeys: () => void }) {
  const { cases, query, data, hasMore } = queue
  const navigate = useNavigate()
  const isDecided = query.state === 'decided'
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = query
    const words = String(new URLSearchParams(value ? { ...others, [name]: value } : others))
    void navigate(`/admin/reports${words && `?${words}`}`)
  }
  return (
    <header className={styles.head}>
      <h2 aria-live="polite">
        {!data ? 'Loading…' : `${cases.length}${hasMore ? '+' : ''} ${isDecided ? 'decided' : 'to decide'}`}
      </h2>
      <span>{isDecided ? 'newest first' : 'oldest first'}</span>
      <div className={styles.filters}>
        {filters.map(([name, label, options]) => (
          <select
            key={name}
            aria-label={label}
            value={query[name] ?? ''}
            onChange={event => set(name, event.target.value)}
          >
            {options.map(([value, says]) => (
              <option key={value} value={value}>
                {says}
              </option>
            ))}
          </select>
        ))}
        <CsvLink href={`${path}.csv?${new URLSearchParams(query)}`} />
        <button type="button" aria-label="Keys" aria-keyshortcuts="?" onClick={onKeys}>
          <kbd aria-hidden>?</kbd>
        </button>
      </div>
      {query.q && (
        <button type="button" className={styles.search} onClick={() => set('q', '')}>
          “{query.q}” <span>Clear search</span>
        </button>
      )}
    </header>
  )
}

/** Loads the pictures of the next case while this one is looked at. */
function usePreloaded(next: Case | undefined) {
  const reported = next?.reports[0].subject?.picture?.image
  const original = next?.reports.find(report => report.original)?.original?.image
  useEffect(() => {
    for (const image of [reported, original]) if (image) new Image().src = imageUrl(image, 900)
  }, [reported, original])
}
