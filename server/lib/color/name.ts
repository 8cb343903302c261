import { trendColors } from '../../../shared/rules/trends.ts'
import { differenceFrom, labOf } from './difference.ts'

const differences = Object.entries(trendColors).map(([name, hex]) => ({
  name,
  from: differenceFrom(labOf(Number.parseInt(hex, 16))),
}))
const known = new Map<string, string>()
const mostKnown = 100_000

/** The name of the colour in `trendColors` that is nearest to `#rrggbb`. */
export function nameOf(hex: string): string {
  const found = known.get(hex)
  if (found) return found
  const [l, a, b] = labOf(Number.parseInt(hex.slice(1), 16))
  let best = { name: '', difference: Number.POSITIVE_INFINITY }
  for (const { name, from } of differences) {
    const difference = from(l, a, b)
    if (difference < best.difference) best = { name, difference }
  }
  if (known.size >= mostKnown) known.clear()
  known.set(hex, best.name)
  return best.name
}
