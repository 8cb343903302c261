import { expect, test } from 'vitest'
import type { ActivityItem } from './activity.ts'
import { countTicks, groupActivity, summarizeGroup } from './activity-groups.ts'

const dayOf = (timestamp: string) => timestamp.slice(0, 10)

function item(designer_id: number, type: ActivityItem['type'], logo_id: number | null, timestamp: string) {
  return {
    type,
    timestamp,
    designer_id,
    slug: `designer-${designer_id}`,
    company: `Designer ${designer_id}`,
    avatar_url: '',
    logo_id,
    logo_name: logo_id ? `Logo ${logo_id}` : null,
    logo_url: null,
    collection_id: null,
    collection_name: null,
    comment_text: null,
  } satisfies ActivityItem
}

const today = '2026-11-22T10:00:00Z'
const yesterday = '2026-11-21T10:00:00Z'
const shape = (items: ActivityItem[], newCount = 0) =>
  groupActivity(items, newCount, dayOf).map(group => [
    group.isNew,
    group.items.map(({ designer_id, logo_id }) => `${designer_id}:${logo_id}`),
  ])

test('items of one logo and day form one group at the position of the newest', () => {
  const items = [
    item(1, 'like', 7, today),
    item(2, 'like', 8, today),
    item(3, 'save', 7, today),
    item(4, 'like', 7, yesterday),
    item(5, 'follow', null, yesterday),
    item(6, 'follow', null, yesterday),
  ]
  expect(shape(items)).toEqual([
    [false, ['1:7', '3:7']],
    [false, ['2:8']],
    [false, ['4:7']],
    [false, ['5:null', '6:null']],
  ])
})

test('new items are not grouped with those seen at the last visit', () => {
  const items = [item(1, 'like', 7, today), item(2, 'like', 7, today), item(3, 'like', 7, today)]
  expect(shape(items, 2)).toEqual([
    [true, ['1:7', '2:7']],
    [false, ['3:7']],
  ])
  expect(shape(items, 99)).toEqual([[true, ['1:7', '2:7', '3:7']]])
})

test('a group keeps its key when it turns out to be new, and when newer items come', () => {
  const items = [item(2, 'like', 7, today), item(3, 'like', 7, yesterday), item(3, 'save', 8, yesterday)]
  const keys = (...args: Parameters<typeof groupActivity>) => groupActivity(...args).map(({ key }) => key)
  const before = keys(items, 0, dayOf)
  expect(new Set(before).size).toBe(3)
  expect(keys(items, 99, dayOf)).toEqual(before)
  const newer = [item(4, 'like', 7, today), ...items]
  expect(keys(newer, 2, dayOf)).toEqual(before)
  const split = keys(newer, 1, dayOf)
  expect(split.slice(1)).toEqual(before)
  expect(new Set(split).size).toBe(4)
  // The last item of the page is now on the next one.
  expect(keys(newer.slice(0, 3), 0, dayOf)).toEqual(before.slice(0, 2))
})

test.each([
  {
    told: '5 designers liked, 1 saved',
    items: [1, 2, 3, 4, 5].map(n => item(n, 'like', 7, today)).concat(item(6, 'save', 7, today)),
  },
  {
    told: '1 designer saved, 2 commented on',
    items: [item(1, 'save', 7, today), item(2, 'comment', 7, today), item(3, 'comment', 7, today)],
  },
  {
    told: 'liked, saved, and commented on',
    items: [item(1, 'save', 7, today), item(1, 'comment', 7, today), item(1, 'like', 7, today)],
  },
  {
    told: '1 designer liked, 2 saved',
    items: [
      item(1, 'like', 7, today),
      item(1, 'save', 7, today),
      item(1, 'save', 7, today),
      item(2, 'save', 7, today),
    ],
  },
  {
    told: '2 designers followed you',
    items: [item(1, 'follow', null, today), item(2, 'follow', null, today)],
  },
])('a group is told as "$told"', ({ told, items }) => {
  expect(summarizeGroup(items)).toBe(told)
})

test('the bar of a week has four ticks a day and leaves out what is older', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const at = (timestamp: string) => ({ timestamp })
  const counts = countTicks(
    [
      at('2026-11-22T12:00:30Z'),
      at('2026-11-22T11:00:00Z'),
      at('2026-11-22T05:59:00Z'),
      at('2026-11-15T12:00:01Z'),
      at('2026-11-15T11:59:59Z'),
    ],
    now,
  )
  expect(counts).toHaveLength(28)
  expect(counts.slice(-2)).toEqual([1, 2])
  expect(counts[0]).toBe(1)
  expect(counts.reduce((sum, count) => sum + count)).toBe(4)
})
