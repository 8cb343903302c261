import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Endpoint, InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { call } from '../../lib/api/call.ts'
import { pressShortcut, readShortcut } from '../../lib/keyboard/shortcuts.ts'
import { Pager } from '../../ui/controls/Pager.tsx'
import { Digits } from '../../ui/display/Digits.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { deskKey, refusalOf } from './acts.ts'
import { CsvLink } from './CsvLink.tsx'
import styles from './DeskList.module.css'
import { FormPlace } from './FormPlace.tsx'
import { type ListQuery, listPageSize, useListQuery } from './list-query.ts'

/** The text of a cell without a value. */
const none = '–'

/** A row of the list that the call answers. */
type RowOf<E extends Endpoint> = Extract<OutputOf<E>, { data: unknown[]; count: number }>['data'][number]
type SortOf<E extends Endpoint> = Extract<InputOf<E>['sort' & keyof InputOf<E>], string>

type Column<Row, Sort extends string = string> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The orders that the column's head sorts by: first press, second press. */
  sorts?: readonly [Sort, Sort]
  /** The cell is a number, or a text that consists of one. */
  isNumber?: true
  /** Text that may take several lines. */
  isText?: true
  /** The widest column. */
  isWide?: true
}

export type ColumnOf<E extends Endpoint> = Column<RowOf<E>, SortOf<E>>

type Filter<Name extends string = string> = {
  name: Name
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** A filter of the call's input. */
export type FilterOf<E extends Endpoint> = Filter<
  Exclude<keyof InputOf<E> & string, 'q' | 'sort' | 'page' | 'page_size'>
>

type Props<E extends Endpoint> = {
  /** The list's call: its CSV has the same address. */
  endpoint: E
  /** A plural noun, such as `Members`; the singular is `one`. */
  title: string
  one: string
  keyOf: (row: RowOf<NoInfer<E>>) => string | number
  columns: readonly ColumnOf<NoInfer<E>>[]
  filters?: readonly FilterOf<NoInfer<E>>[]
  /** The hint of the search field; without it there is no field. */
  search?: string
  /** Shown for an empty list without filters. */
  empty: string
  /** As in the contract: its CSV is for administrators. */
  hasAddresses?: true
  /** The order that applies when the address names none. */
  defaultSort: SortOf<NoInfer<E>>
}

/**
 * A list of the desk. The server pages, filters and sorts it; the address holds how. J and K move from row to row; a
 * control of the row with `aria-keyshortcuts` is pressed by its key.
 */
export function DeskList<E extends Endpoint>(props: Props<E>) {
  const { endpoint, title, one, filters = [], search, empty, hasAddresses } = props
  const { path } = endpoint
  const names: string[] = filters.map(filter => filter.name)
  const list = useListQuery(names)
  const { query } = list
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: [deskKey, path, query],
    queryFn: ({ signal }) => readRows(endpoint, query, signal),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const page = Number(query.page ?? 1)
  const size = Number(query.page_size ?? listPageSize)
  const { page: _page, page_size: _size, ...rest } = query
  const isFiltered = Boolean(query.q) || names.some(name => query[name])
  return (
    <section aria-label={title} aria-busy={isFetching}>
      <div className={styles.tools}>
        {search && (
          <Search key={query.q} label={search} value={query.q ?? ''} onSearch={q => list.set({ q })} />
        )}
        {filters.map(filter => (
          <Choice
            key={filter.name}
            filter={filter}
            value={query[filter.name] ?? ''}
            onChoose={value => list.set({ [filter.name]: value })}
          />
        ))}
        <span className={styles.count} role="status">
          {data ? formatCount(data.count, one) : isError ? '' : 'Loading…'}
        </span>
        <CsvLink
          className={styles.csv}
          href={`${path}.csv?${new URLSearchParams(rest)}`}
          hasAddresses={hasAddresses}
        />
      </div>
      {isError ? (
        <LoadError what={title} error={error} onRetry={refetch}>
          {refusalOf(error) || undefined}
        </LoadError>
      ) : !data ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <p className={styles.empty}>
          {isFiltered || page > 1 ? 'Nothing matches. ' : empty}
          {(isFiltered || page > 1) && <Link to="?">Show all</Link>}
        </p>
      ) : (
        <Table<RowOf<E>> {...props} rows={data.data} sort={query.sort ?? props.defaultSort} to={list.to} />
      )}
      {data && (
        <Pager page={page} pages={Math.ceil(data.count / size)} to={n => list.to({ page: String(n) })} />
      )}
    </section>
  )
}

/** The address is text: values that the call does not take are refused by the server. */
const readRows = <E extends Endpoint>(endpoint: E, query: ListQuery, signal: AbortSignal) =>
  call(endpoint, query as InputOf<E>, { signal }) as Promise<{ data: RowOf<E>[]; count: number }>

const waitingRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Placeholder rows with the height of those that follow. */
const Waiting = () => (
  <div className={styles.waiting} aria-hidden>
    {waitingRows.map(row => (
      <span key={row} />
    ))}
  </div>
)

function Search({ label, value, onSearch }: { label: string; value: string; onSearch: (q: string) => void }) {
  const [words, setWords] = useState(value)
  return (
    <search className={styles.search}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onSearch(words.trim())
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={words}
          maxLength={200}
          onChange={event => setWords(event.target.value)}
        />
      </form>
    </search>
  )
}

type ChoiceProps = { filter: Filter; value: string; onChoose: (value: string) => void }

function Choice({ filter: { label, options }, value, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.select}>
        <select id={id} value={value} onChange={event => onChoose(event.target.value)}>
          <option value="">all</option>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden />
      </span>
    </span>
  )
}

type TableProps<Row> = {
  title: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  rows: Row[]
  sort: string
  to: (change: Record<string, string>) => string
}

function Table<Row>({ title, columns, keyOf, rows, sort, to }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <Head key={column.label} column={column} sort={sort} to={to} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(row => (
          <Row key={keyOf(row)} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

/** A row of the table, and below it, while one of its forms is open, a row for the form. */
function Row<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <FormPlace level={2}>
      {place => (
        <>
          <tr onKeyDown={pressShortcut}>
            {columns.map((column, i) => {
              const Cell = i === 0 ? 'th' : 'td'
              const content = column.cell(row)
              return (
                <Cell
                  key={column.label}
                  scope={i === 0 ? 'row' : undefined}
                  data-label={column.label}
                  data-number={column.isNumber}
                  data-text={column.isText}
                  data-wide={column.isWide}
                  data-empty={content === '' || content === none || undefined}
                >
                  {column.isNumber ? <Digits>{String(content)}</Digits> : content}
                </Cell>
              )
            })}
          </tr>
          {place.isOpen && (
            <tr className={styles.under}>
              <td ref={place.ref} colSpan={columns.length} data-text />
            </tr>
          )}
        </>
      )}
    </FormPlace>
  )
}

type HeadProps<Row> = { column: Column<Row>; sort: string; to: (change: Record<string, string>) => string }

function Head<Row>({ column: { label, sorts, isNumber }, sort, to }: HeadProps<Row>) {
  const [first, second] = sorts ?? []
  const isSorted = sort !== undefined && (sort === first || sort === second)
  const isReversed = isSorted && sort === second
  // The first press is the useful one: names from A, dates from the newest.
  const direction = isReversed ? 'descending' : 'ascending'
  return (
    <th scope="col" data-number={isNumber} aria-sort={isSorted ? direction : undefined}>
      {first && second ? (
        <Link to={to({ sort: isSorted && !isReversed ? second : first })} preventScrollReset>
          {label}
          <span aria-hidden className={styles.arrow}>
            {isSorted ? (isReversed ? '↑' : '↓') : ''}
          </span>
        </Link>
      ) : (
        label
      )}
    </th>
  )
}

/** J and K move the focus to the first link or button of the next and the previous row. */
function useRowKeys(body: React.RefObject<HTMLTableSectionElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = readShortcut(event)
      if ((key !== 'j' && key !== 'k') || document.querySelector('[role=dialog], [role=alertdialog]')) return
      const rows = [...(body.current?.rows ?? [])].filter(row => row.cells.length > 1)
      const present = rows.findIndex(row => row.contains(document.activeElement))
      const next = rows[present < 0 ? 0 : present + (key === 'j' ? 1 : -1)]
      next?.querySelector<HTMLElement>('a, button, [tabindex]')?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [body])
}
