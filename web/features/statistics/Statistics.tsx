import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SumsOfDay } from '../../../shared/api/statistics.ts'
import * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { formatCount, formatNumber } from '../../../shared/rules/format.ts'
import type { ViewSource } from '../../../shared/rules/statistics.ts'
import { call } from '../../lib/api/call.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SelectField } from '../../ui/controls/Field.tsx'
import { barsOf } from '../../ui/display/bars.ts'
import { Digits } from '../../ui/display/Digits.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { groupByMonth, type Measure, measuresIn, nameDay, nameMonth, sumOf } from './periods.ts'
import styles from './Statistics.module.css'

type Answer = OutputOf<typeof api.statistics.find>
const periods = { year: 'Last 12 months', month: 'Last 30 days' }
type Period = keyof typeof periods

const titles: Record<Measure, string> = {
  views: 'Views',
  likes: 'Likes',
  saves: 'Saves',
  follows: 'New followers',
}
const sources: Record<ViewSource, string> = {
  wall: 'Fresh and Following',
  search: 'Search',
  profile: 'Profiles',
  collection: 'Collections',
  related: 'Related logos',
  outside: 'Links and other pages',
}

/** What became of the member's logos: the choice in the address, so that Back and links keep it. */
export default function Statistics() {
  const [query, setQuery] = useSearchParams()
  const period: Period = query.get('period') === 'month' ? 'month' : 'year'
  const logoId = Number(query.get('logo')) || undefined
  const choose = (name: string, value: string) => {
    // The address as it is now: two choices may come before the page is rendered again.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const { data: logos } = useQuery({
    queryKey: ['account', 'logos'],
    queryFn: ({ signal }) => call(api.logos.find, { designer_id: 'me', page_size: 'all' }, { signal }),
  })
  const from = period === 'month' ? daysAgo(29) : undefined
  const { data, error, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['account', 'statistics', logoId, from],
    queryFn: ({ signal }) => call(api.statistics.find, { logo_id: logoId, from }, { signal }),
    staleTime: 60_000,
    placeholderData: before => before,
  })

  return (
    <section
      className={styles.page}
      aria-label="Statistics"
      aria-busy={(!data && !isError) || isPlaceholderData}
    >
      <div className={styles.choice}>
        <SelectField
          label="Logos"
          value={logoId ?? ''}
          onChange={event => choose('logo', event.target.value)}
        >
          <option value="">All logos</option>
          {logos?.data.map(({ logo_id, logo }) => (
            <option key={logo_id} value={logo_id}>
              {logo}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Period"
          value={period}
          onChange={event => choose('period', event.target.value === 'year' ? '' : event.target.value)}
        >
          {Object.entries(periods).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {isError && !data && <LoadError what="Your statistics" error={error} onRetry={refetch} />}
      {data && (
        <>
          <Charts data={data.data} period={period} />
          <Sources data={data} />
          <Words data={data} />
          <Collections data={data} />
          <Figures data={data.data} period={period} />
          <p className={styles.note}>
            <a href={urlOfFile(data.data, logoId)} download>
              Save every day as CSV
            </a>
            <span>
              Days are in UTC. A viewer counts once a day for each logo, and never as a name; your own views
              don’t count. Views are counted since this page exists.
            </span>
          </p>
        </>
      )}
    </section>
  )
}

/** The shown days as CSV: a page that is open past midnight still shows those before. */
function urlOfFile(data: SumsOfDay[], logoId: number | undefined) {
  const query = new URLSearchParams(logoId ? { logo_id: String(logoId) } : {})
  query.set('from', data[0]!.day)
  query.set('to', data.at(-1)!.day)
  return `/api/designers/statistics.csv?${query}`
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const [height, step] = [48, 10]
/** The part of a day's place that its bar fills; a year has no room for gaps. */
const barWidths: Record<Period, number> = { year: 10, month: 7 }

/** For each measure its total, and a bar for each day. The figures that the bars draw stand in the table below. */
function Charts({ data, period }: { data: SumsOfDay[]; period: Period }) {
  const lastDay = data.at(-1)?.day
  return (
    <div className={styles.charts}>
      {measuresIn(data).map(measure => {
        const bars = barsOf(
          data.map(sums => sums[measure] ?? 0),
          height - 1,
        )
        return (
          <div key={measure} className={styles.chart}>
            <p className={styles.measure}>{titles[measure]}</p>
            <p className={styles.total}>
              <Digits>{formatNumber(sumOf(data, measure))}</Digits>
            </p>
            <svg viewBox={`0 0 ${data.length * step} ${height}`} preserveAspectRatio="none" aria-hidden>
              <path className={styles.bars} d={pathOf(bars, barWidths[period])} />
              <path className={styles.axis} d={`M0 ${height - 0.5}H${data.length * step}`} />
            </svg>
            <p className={styles.scale} aria-hidden>
              <span>{nameDay(data[0]?.day)}</span>
              <span>{lastDay === daysAgo(0) ? 'today' : nameDay(lastDay)}</span>
            </p>
          </div>
        )
      })}
    </div>
  )
}

/** One path for all bars: a year has 365 in each chart. */
const pathOf = (bars: readonly number[], width: number) =>
  bars
    .map((bar, i) =>
      bar > 0 ? `M${i * step} ${height - 1}v-${bar.toFixed(2)}h${width}v${bar.toFixed(2)}z` : '',
    )
    .join('')

/** Where the views came from, as a list of bars with their figures. */
function Sources({ data: { sources: views } }: { data: Answer }) {
  const id = useId()
  const rows = (Object.keys(sources) as ViewSource[]).filter(source => views[source] > 0)
  const most = Math.max(...rows.map(source => views[source]))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Where views came from</h2>
      {rows.length === 0 ? (
        <p className={styles.none}>No views in this period yet.</p>
      ) : (
        <ul className={styles.sources}>
          {rows
            .sort((a, b) => views[b] - views[a])
            .map(source => (
              <li key={source}>
                <span>{sources[source]}</span>
                <span className={styles.bar} aria-hidden>
                  <span style={{ width: `${(views[source] / most) * 100}%` }} />
                </span>
                <span className={styles.figure}>
                  <Digits>{formatNumber(views[source])}</Digits>
                </span>
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

function Words({ data: { words } }: { data: Answer }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Words they searched for</h2>
      {words.length === 0 ? (
        <p className={styles.none}>Words appear here once five members have found a logo by them.</p>
      ) : (
        <ul className={styles.words}>
          {words.map(({ words: text, views }) => (
            <li key={text}>
              <Link to={`/search?keyword=${encodeURIComponent(text)}`}>{text}</Link>
              <span className={styles.figure}>{formatCount(views, 'view')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Collections that are listed before all of them are asked for. */
const firstCollections = 6

function Collections({ data: { collections } }: { data: Answer }) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  if (!collections.length) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>In public collections</h2>
      <ul className={styles.words}>
        {collections.slice(0, isWhole ? undefined : firstCollections).map(({ light_box_id, name }) => (
          <li key={light_box_id}>
            <Link to={`/collection/${light_box_id}`}>{name}</Link>
          </li>
        ))}
      </ul>
      {!isWhole && collections.length > firstCollections && (
        <div className={styles.more}>
          <Button onClick={() => setIsWhole(true)}>Show {collections.length - firstCollections} more</Button>
        </div>
      )}
    </section>
  )
}

/** The figures behind the charts, the newest first: by day, and in a year by month, whose days are shown by a press. */
function Figures({ data, period }: { data: SumsOfDay[]; period: Period }) {
  const measures = measuresIn(data)
  return (
    <section aria-label="Figures">
      <h2>{period === 'year' ? 'Month by month' : 'Day by day'}</h2>
      <table className={styles.table}>
        <caption className="visually-hidden">{periods[period]}</caption>
        <thead>
          <tr>
            <th scope="col">{period === 'year' ? 'Month' : 'Day'}</th>
            {measures.map(measure => (
              <th key={measure} scope="col">
                {measure === 'follows' ? 'Followers' : titles[measure]}
              </th>
            ))}
          </tr>
        </thead>
        {period === 'year' ? (
          groupByMonth(data)
            .toReversed()
            .map(month => <Month key={month.sums.day} {...month} measures={measures} />)
        ) : (
          <tbody>
            <Days days={data} measures={measures} />
          </tbody>
        )}
      </table>
    </section>
  )
}

type MonthProps = { sums: SumsOfDay; days: SumsOfDay[]; measures: Measure[] }

function Month({ sums, days, measures }: MonthProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <tbody className={styles.month}>
      <Row sums={sums} measures={measures}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {nameMonth(sums.day)}
          <ChevronDown size={16} aria-hidden />
        </button>
      </Row>
      {isOpen && <Days days={days} measures={measures} />}
    </tbody>
  )
}

const Days = ({ days, measures }: { days: SumsOfDay[]; measures: Measure[] }) =>
  days.toReversed().map(sums => (
    <Row key={sums.day} sums={sums} measures={measures}>
      {nameDay(sums.day)}
    </Row>
  ))

function Row({ sums, measures, children }: { sums: SumsOfDay; measures: Measure[]; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{children}</th>
      {measures.map(measure => (
        <td key={measure}>
          <Digits>{formatNumber(sums[measure] ?? 0)}</Digits>
        </td>
      ))}
    </tr>
  )
}
