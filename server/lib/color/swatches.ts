import { mostSwatches } from '../../../shared/rules/palette.ts'
import { differenceFrom, labOf } from './difference.ts'
import { toOklab } from './oklab.ts'
import { leastChroma } from './palette.ts'

/** The least difference of two swatches by CIEDE2000: each is told from its neighbours, and greys are few. */
const leastDifference = 14

/** The first colours (`#rrggbb`) that differ clearly from all before them: greys from dark to light, then in the order of the hues. */
export function chooseSwatches(mostFrequentFirst: readonly string[]): string[] {
  const chosen: { hex: string; difference: ReturnType<typeof differenceFrom> }[] = []
  for (const hex of mostFrequentFirst) {
    if (chosen.length === mostSwatches) break
    const lab = labOf(Number.parseInt(hex.slice(1), 16))
    if (chosen.every(({ difference }) => difference(...lab) >= leastDifference))
      chosen.push({ hex, difference: differenceFrom(lab) })
  }
  return chosen
    .map(({ hex }) => ({ hex, place: placeOf(hex) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ hex }) => hex)
}

/** From −1 for black through greys to 0 for white, then the hue in turns from red on. */
function placeOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16)
  const [l, a, b] = toOklab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
  if (Math.hypot(a, b) < leastChroma) return l - 1
  // Pinks and crimsons, just before red, are the last.
  return ((Math.atan2(b, a) / (2 * Math.PI) + 1 - firstHue) % 1) + 1
}
const firstHue = 0.02
