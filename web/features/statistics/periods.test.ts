import { expect, test } from 'vitest'
import { groupByMonth, measuresIn, sumOf } from './periods.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    day: new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10),
    views: i + 1,
    likes: 1,
    saves: 0,
    follows: 2,
  }))

test('months lose no day and no figure', () => {
  const days = daysFrom('2026-01-20', 15)
  const months = groupByMonth(days)
  expect(months.map(({ sums: { day, views } }) => [day, views])).toEqual([
    ['2026-01-20', 78],
    ['2026-02-01', 42],
  ])
  expect(months.flatMap(month => month.days)).toEqual(days)
  for (const measure of ['views', 'likes', 'saves', 'follows'] as const)
    expect(
      sumOf(
        months.map(({ sums }) => sums),
        measure,
      ),
    ).toBe(sumOf(days, measure))
})

test('one logo has no followers', () => {
  const days = daysFrom('2026-01-01', 9).map(({ follows: _, ...day }) => day)
  expect(measuresIn(days)).toEqual(['views', 'likes', 'saves'])
  expect(groupByMonth(days)[0]!.sums).not.toHaveProperty('follows')
})
