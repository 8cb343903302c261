import { leastTrend, mostTrends, type TrendKind, trendColors } from '../../../shared/rules/trends.ts'
import { differenceFrom, labOf } from '../../lib/color/difference.ts'
import type { CountedLogo, KeptTrend } from './queries.ts'

/** The quarter that is counted, and the one before. */
export type When = 'now' | 'before'
export type Counts = Record<When, number>

const differences = Object.entries(trendColors).map(([name, hex]) => ({
  name,
  from: differenceFrom(labOf(Number.parseInt(hex, 16))),
}))
const nearest = new Map<string, string>()
const mostNearest = 100_000

/** The name of the colour in `trendColors` that is nearest to `#rrggbb`. */
function nearestColor(hex: string): string {
  const known = nearest.get(hex)
  if (known) return known
  const [l, a, b] = labOf(Number.parseInt(hex.slice(1), 16))
  let best = { name: '', difference: Number.POSITIVE_INFINITY }
  for (const { name, from } of differences) {
    const difference = from(l, a, b)
    if (difference < best.difference) best = { name, difference }
  }
  if (nearest.size >= mostNearest) nearest.clear()
  nearest.set(hex, best.name)
  return best.name
}

/** Counts what logos of two quarters have in common but for their shapes; each logo counts once for a word. */
export function makeTally() {
  const totals: Counts = { now: 0, before: 0 }
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
      totals[when]++
      count('keywords', logo.keyword_keys ?? [], when)
      count('industries', [logo.industry.trim()], when)
      count('colors', logo.colors?.map(({ hex }) => nearestColor(hex)) ?? [], when)
      count('palettes', logo.palette ? [logo.palette] : [], when)
    },
    /** The rows of all kinds. */
    trends: (): KeptTrend[] =>
      (Object.keys(counts) as (keyof typeof counts)[]).flatMap(kind =>
        pickTrends(kind, [...counts[kind].values()], totals).map(({ name, now, before, direction }) => ({
          kind,
          direction,
          name,
          color: kind === 'colors' ? trendColors[name]! : null,
          count: now,
          before_count: before,
          logo_ids: [],
        })),
      ),
  }
}

/** How much a share has grown, times both totals; without logos before, the count. */
export const growthOf = ({ now, before }: Counts, totals: Counts) =>
  totals.before ? now * totals.before - before * totals.now : now

/** The rows of a kind that have risen most, then those that have fallen most. */
function pickTrends<Row extends Counts & { name: string }>(
  kind: TrendKind,
  rows: readonly Row[],
  totals: Counts,
) {
  const most = mostTrends[kind]
  const sorted = rows
    .filter(({ now, before }) => now + before >= leastTrend)
    .map(row => ({ ...row, growth: growthOf(row, totals) }))
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
