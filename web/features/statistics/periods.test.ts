import { expect, test } from 'vitest'
import { measuresIn, sumByMonth, sumByWeek, sumOf } from './periods.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    day: new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10),
    views: i + 1,
    likes: 1,
    saves: 0,
    follows: 2,
  }))

test('weeks end on the last day, and neither weeks nor months lose a figure', () => {
  const days = daysFrom('2026-01-20', 15)
  const weeks = sumByWeek(days)
  expect(weeks.map(({ day, views, follows }) => [day, views, follows])).toEqual([
    ['2026-01-20', 1, 2],
    ['2026-01-21', 2 + 3 + 4 + 5 + 6 + 7 + 8, 14],
    ['2026-01-28', 9 + 10 + 11 + 12 + 13 + 14 + 15, 14],
  ])
  const months = sumByMonth(days)
  expect(months.map(({ day, views }) => [day, views])).toEqual([
    ['2026-01-20', 78],
    ['2026-02-01', 42],
  ])
  for (const measure of ['views', 'likes', 'saves', 'follows'] as const) {
    expect(sumOf(weeks, measure)).toBe(sumOf(days, measure))
    expect(sumOf(months, measure)).toBe(sumOf(days, measure))
  }
})

test('one logo has no followers', () => {
  const days = daysFrom('2026-01-01', 9).map(({ follows: _, ...day }) => day)
  expect(measuresIn(days)).toEqual(['views', 'likes', 'saves'])
  expect(sumByWeek(days)[0]).not.toHaveProperty('follows')
})
