import { leastTrend, mostTrends, type TrendKind, trendColors } from '../../../shared/rules/trends.ts'
import { nameOf } from '../../lib/color/name.ts'
import type { CountedLogo, KeptTrend } from './queries.ts'

/** The quarter that is counted, and the one before. */
export type When = 'now' | 'before'
export type Counts = Record<When, number>
/** The number of logos whose colours, and whose look, are known: a job finds those of earlier logos. */
type Totals = Record<'all' | 'colors' | 'looks', Counts>

/** Counts what logos of two quarters have in common but for their shapes; each logo counts once for a word. */
export function makeTally() {
  const none = (): Counts => ({ now: 0, before: 0 })
  const totals: Totals = { all: none(), colors: none(), looks: none() }
  const counts = {
    keywords: new Map<string, Counts & { name: string }>(),
    industries: new Map<string, Counts & { name: string }>(),
    colors: new Map<string, Counts & { name: string }>(),
    palettes: new Map<string, Counts & { name: string }>(),
  }
  const count = (kind: keyof typeof counts, names: readonly string[], when: When) => {
    for (const [key, name] of new Map(names.map(name => [name.toLowerCase(), name]))) {
      if (!key) continue
      const found = counts[kind].get(key)
      if (found) found[when]++
      else counts[kind].set(key, { name, now: 0, before: 0, [when]: 1 })
    }
  }
  return {
    totals,
    add(logo: CountedLogo, when: When) {
      totals.all[when]++
      if (logo.colors) totals.colors[when]++
      if (logo.views) totals.looks[when]++
      count('keywords', logo.keyword_keys ?? [], when)
      count('industries', [logo.industry.trim()], when)
      count('colors', logo.colors?.map(({ hex }) => nameOf(hex)) ?? [], when)
      count('palettes', logo.palette ? [logo.palette] : [], when)
    },
    /** The rows of all kinds. */
    trends: (): KeptTrend[] =>
      (Object.keys(counts) as (keyof typeof counts)[]).flatMap(kind =>
        pickTrends(kind, [...counts[kind].values()], totals[totalOf[kind]], !totals.all.before).map(row => ({
          kind,
          direction: row.direction,
          name: row.name,
          color: kind === 'colors' ? trendColors[row.name]! : null,
          ...figuresOf(row, totals[totalOf[kind]]),
          logo_ids: [],
        })),
      ),
  }
}

const totalOf = { keywords: 'all', industries: 'all', colors: 'colors', palettes: 'colors' } as const

/** The figures of a row: how many logos, and their share of those of which the kind is known. */
export const figuresOf = ({ now, before }: Counts, totals: Counts) => ({
  count: now,
  share: shareOf(now, totals.now),
  before_count: before,
  before_share: shareOf(before, totals.before),
})

const shareOf = (part: number, all: number) => (all ? Math.round((part / all) * 10_000) / 10_000 : 0)

/**
 * How much a share has grown, times both totals; in the first quarter with logos, the count. Where the logos before are not measured yet,
 * nothing grows.
 */
export const growthOf = ({ now, before }: Counts, totals: Counts, isFirst: boolean) =>
  isFirst ? now : now * totals.before - before * totals.now

/** The rows of a kind that have risen most, then those that have fallen most. */
function pickTrends<Row extends Counts & { name: string }>(
  kind: TrendKind,
  rows: readonly Row[],
  totals: Counts,
  isFirst: boolean,
) {
  const most = mostTrends[kind]
  const sorted = rows
    .filter(({ now, before }) => now + before >= leastTrend)
    .map(row => ({ ...row, growth: growthOf(row, totals, isFirst) }))
    .sort((a, b) => b.growth - a.growth || (a.name < b.name ? -1 : 1))
  const rising = sorted.filter(row => row.growth > 0).slice(0, most)
  const falling = sorted
    .filter(row => row.growth < 0)
    .sort((a, b) => a.growth - b.growth || (a.name < b.name ? -1 : 1))
    .slice(0, most)
  return [
    ...rising.map(row => ({ ...row, direction: 'rising' as const })),
    ...falling.map(row => ({ ...row, direction: 'falling' as const })),
  ]
}
