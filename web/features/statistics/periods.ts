import type { SumsOfDay } from '../../../shared/api/statistics.ts'

const measures = ['views', 'likes', 'saves', 'follows'] as const
export type Measure = (typeof measures)[number]

/** The measures that the days have: one logo has no followers. */
export const measuresIn = (data: readonly SumsOfDay[]): Measure[] =>
  measures.filter(measure => data[0]?.[measure] !== undefined)

export const sumOf = (data: readonly SumsOfDay[], measure: Measure) =>
  data.reduce((sum, day) => sum + (day[measure] ?? 0), 0)

/** The days of a group in one; `day` is the first of them. */
function addUp(days: readonly SumsOfDay[]): SumsOfDay {
  const [views, likes, saves, follows] = measures.map(measure => sumOf(days, measure)) as [
    number,
    number,
    number,
    number,
  ]
  const first = days[0]!
  return { day: first.day, views, likes, saves, ...(first.follows !== undefined && { follows }) }
}

/** Months of the calendar with their days; the first and the last one may not be whole. */
export const groupByMonth = (data: readonly SumsOfDay[]): { sums: SumsOfDay; days: SumsOfDay[] }[] =>
  [...Map.groupBy(data, ({ day }) => day.slice(0, 7)).values()].map(days => ({ sums: addUp(days), days }))

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const nameDay = (day: string | undefined) => (day ? shortDay.format(new Date(day)) : '')
export const nameMonth = (day: string) => longMonth.format(new Date(day))
