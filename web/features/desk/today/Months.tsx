import { useQuery } from '@tanstack/react-query'
import type { Measure } from '../../../../shared/api/desk/today.ts'
import * as api from '../../../../shared/api.ts'
import { formatNumber } from '../../../../shared/rules/format.ts'
import { currency } from '../../../../shared/rules/plan.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'
import { barsOf } from '../../../ui/display/bars.ts'
import { Digits } from '../../../ui/display/Digits.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import styles from './Months.module.css'

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  trailingZeroDisplay: 'stripIfInteger',
})
const formatMoney = (cents: number) => money.format(cents / 100)

const labels: Record<Measure, { title: string; format: (value: number) => string }> = {
  members: { title: 'New members', format: formatNumber },
  uploads: { title: 'Uploads', format: formatNumber },
  income: { title: 'Income', format: formatMoney },
  reports: { title: 'Reports', format: formatNumber },
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const nameOf = (month: string) => monthName.format(new Date(`${month}-01`))

/** The last twelve months: for each measure a chart, and beside it the figures that the chart draws. */
export function Months() {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'months'],
    queryFn: ({ signal }) => call(api.desk.today.months, {}, { signal }),
    staleTime: 600_000,
  })
  return (
    <section className={styles.months} aria-labelledby="months" aria-busy={!data && !isError}>
      <h2 id="months">Last twelve months</h2>
      {isError && !data && <LoadError what="The last twelve months" error={error} onRetry={refetch} />}
      {data && (
        <table className={styles.table}>
          <caption className="visually-hidden">Last twelve months</caption>
          <thead>
            <tr>
              <td />
              {data.months.map((month, i) => (
                <th key={month} scope="col">
                  {nameOf(month)}
                  {(i === 0 || month.endsWith('-01')) && <span>{month.slice(0, 4)}</span>}
                  {i === data.months.length - 1 && <span>so far</span>}
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {data.measures.map(({ name, values }) => {
              const { title, format } = labels[name]
              return (
                <tr key={name}>
                  <th scope="row">
                    <span>{title}</span>
                    <Chart values={values} />
                  </th>
                  {values.map((value, i) => (
                    <td key={data.months[i]} data-label={nameOf(data.months[i] ?? '')}>
                      <Digits>{format(value)}</Digits>
                    </td>
                  ))}
                  <td className={styles.total}>
                    <Digits>{format(values.reduce((sum, value) => sum + value, 0))}</Digits>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {data?.measures.some(({ name }) => name === 'income') && (
        <p className={styles.note}>
          Months are in UTC. Income is what was paid in a month, less what has been returned of it.
        </p>
      )}
    </section>
  )
}

const height = 40
/** From one bar to the next: a twelfth of the chart, so that bars stand above figures in as many columns. */
const step = 14
const barWidth = 10

/** A bar for each value, from zero; the last month is not over, and its bar is lighter. */
function Chart({ values }: { values: readonly number[] }) {
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${values.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {barsOf(values, height - 1).map((bar, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its month
          key={i}
          x={i * step}
          y={height - 1 - bar}
          width={barWidth}
          height={bar}
          data-partial={i === values.length - 1 || undefined}
        />
      ))}
      <path d={`M0 ${height - 0.5}H${values.length * step}`} />
    </svg>
  )
}
