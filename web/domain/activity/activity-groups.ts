import { dayMs } from '../../../shared/rules/time.ts'
import type { ActivityItem } from './activity.ts'

/**
 * The activities of one day on one logo, or the new followers of one day; newest first. The key stays when newer items come, and when
 * items turn out to be new.
 */
export type ActivityGroup = { key: string; items: ActivityItem[]; isNew: boolean }

/**
 * A page of the feed by logo and day, each group where its newest item was. The first `newCount` items are new since the
 * last visit: they are in groups of their own. `dayOf` names the day of a timestamp.
 */
export function groupActivity(
  items: readonly ActivityItem[],
  newCount = 0,
  dayOf = (timestamp: string) => new Date(timestamp).toDateString(),
): ActivityGroup[] {
  const groups = new Map<string, ActivityGroup>()
  for (const [i, item] of items.entries()) {
    const isNew = i < newCount
    const subject = [dayOf(item.timestamp), item.logo_id ?? 'followers'].join(' ')
    const key = isNew ? `${subject} new` : subject
    const group = groups.get(key)
    if (group) group.items.push(item)
    else groups.set(key, { key: subject, items: [item], isNew })
  }
  // Of two groups about the same, the one that was seen keeps its key.
  for (const [key, group] of groups) if (key !== group.key && groups.has(group.key)) group.key = key
  return [...groups.values()]
}

const verbs = { like: 'liked', save: 'saved', comment: 'commented on', follow: 'followed you' }
const kinds = ['follow', 'like', 'save', 'comment'] as const

/** The sentence of several items up to the logo's name: `5 designers liked, 1 saved`, or of one designer `liked and saved`. */
export function summarizeGroup(items: readonly ActivityItem[]): string {
  const counted = kinds
    .map(kind => ({ kind, designers: distinctDesigners(items.filter(item => item.type === kind)).length }))
    .filter(({ designers }) => designers > 0)
  if (distinctDesigners(items).length === 1)
    return new Intl.ListFormat('en-US').format(counted.map(({ kind }) => verbs[kind]))
  return counted
    .map(({ kind, designers }, i) => {
      const who = i > 0 ? designers : `${designers} ${designers === 1 ? 'designer' : 'designers'}`
      return `${who} ${verbs[kind]}`
    })
    .join(', ')
}

/** The newest item of each designer. */
export function distinctDesigners(items: readonly ActivityItem[]): ActivityItem[] {
  const seen = new Set<number>()
  return items.filter(({ designer_id }) => !seen.has(designer_id) && seen.add(designer_id))
}

/** Ticks in the bar of a week: four for each day. */
const ticks = 28
const tickMs = (7 * dayMs) / ticks

/** The number of items in each tick of the week that ends now, oldest first. */
export function countTicks(items: readonly { timestamp: string }[], now: Date): number[] {
  const counts = Array.from({ length: ticks }, () => 0)
  for (const { timestamp } of items) {
    const tick = ticks - 1 - Math.floor((+now - Date.parse(timestamp)) / tickMs)
    // Clock skew: a timestamp slightly ahead counts as now.
    const index = Math.min(tick, ticks - 1)
    if (index >= 0) counts[index]! += 1
  }
  return counts
}
