import { boundsOf, type Path, rect, scale, shift } from '../geometry.ts'
import { setText, type Typeface } from '../letterforms.ts'
import { type Layer, measure } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { type Brand, type Mark, moveLayers } from './mark.ts'
import { setName } from './wordmark.ts'

const BESIDE: readonly Typeface[] = [
  'geometric',
  'grotesque',
  'grotesqueRegular',
  'grotesqueBlack',
  'geometricHeavy',
  'humanist',
  'oldStyle',
  'slab',
  'extended',
  'rounded',
  'condensed',
  'didone',
  'transitional',
  'fatface',
]
const BELOW: readonly Typeface[] = [
  'geometric',
  'geometricLight',
  'garalde',
  'didone',
  'grotesque',
  'grotesqueRegular',
  'condensed',
  'mono',
  'humanist',
  'slab',
  'oldStyle',
  'extended',
  'transitional',
  'blackletter',
]

const place = (layers: readonly Layer[], factor: number, cx: number, cy: number, x: number, y: number) =>
  moveLayers(layers, [factor, 0, 0, factor, x - factor * cx, y - factor * cy])

/** A symbol with the name beside it or below it: cap height, gap and width all follow from the symbol's size. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a drawing from left to right
export const combine = (
  random: Random,
  palette: Palette,
  brand: Brand,
  symbol: Mark,
): { layers: Layer[]; lockup: string } => {
  const m = measure(symbol.layers, palette.ground)
  const cx = (m.left + m.right) / 2
  const cy = (m.top + m.bottom) / 2
  const beside = brand.name.length <= 11 || brand.words.length > 1 ? random.chance(0.5) : false
  if (beside) {
    const two = brand.words.length > 1 && brand.name.length > 9
    const parts = two ? splitName(brand.name) : [brand.name]
    const { face, how } = setName(random, 'x', BESIDE)
    const cased = parts.map(part =>
      how === 'upper' ? part.toUpperCase() : how === 'lower' ? part.toLowerCase() : part,
    )
    const tracking = how === 'upper' ? 20 : -25
    const lines = cased.map(part => setText(face, part, 100, tracking))
    const first = lines[0]!
    const rise = how === 'lower' ? first.xHeight : first.capHeight
    const leading = 100 * (how === 'upper' ? 0.98 : 1.04)
    // One line: the x or cap height is a little under half the symbol. Two lines: together as high as the symbol.
    const block = two ? first.capHeight + leading : rise
    const symbolHeight = two ? block * 1.08 : rise * random.range(2, 2.5)
    const factor = symbolHeight / Math.max(m.height, m.width * 0.8)
    const gap = symbolHeight * 0.26
    const left = place(symbol.layers, factor, m.left, cy, 0, 0)
    const x = m.width * factor + gap
    const top = -block / 2
    const layers: Layer[] = [...left]
    lines.forEach((line, i) => {
      const box = boundsOf(line.path)
      layers.push({
        path: shift(line.path, x - box.left, top + (two ? first.capHeight : rise) + i * leading),
        ink: palette.ink,
      })
    })
    return { layers, lockup: 'symbol left of the name' }
  }
  const { line, how } = setName(random, brand.name, BELOW)
  const wide = boundsOf(line.path)
  const width = wide.right - wide.left
  // Short names are set larger; the line is between one and two and a half symbols wide.
  const wanted = Math.min(300, Math.max(120, brand.name.length * 19)) * random.range(0.94, 1.08)
  const size = wanted / width
  const name: Path = scale(shift(line.path, -(wide.left + wide.right) / 2, 0), size)
  const symbolSize = 176
  const factor = symbolSize / Math.max(m.width, m.height)
  const high = (how === 'lower' ? line.xHeight : line.capHeight) * size
  const gap = Math.max(28, high * 1.05)
  const baseline = (m.height * factor) / 2 + gap + high
  const shiftX = (m.massX - cx) * factor * 0.4
  const layers: Layer[] = [
    ...place(symbol.layers, factor, cx, cy, -Math.max(-8, Math.min(8, shiftX)), 0),
    { path: shift(name, 0, baseline), ink: palette.ink },
  ]
  if (random.chance(0.3)) {
    const sub = setText(
      random.pick(['geometric', 'grotesque', 'mono', 'garalde'] as const),
      (random.chance(0.6) ? brand.trade : brand.city).toUpperCase(),
      100,
      190,
    )
    const box = boundsOf(sub.path)
    const small = Math.min((high * 0.46) / sub.capHeight, (wanted * 1.02) / (box.right - box.left))
    if (small * sub.capHeight > 7) {
      const y = baseline + high * 0.62 + small * sub.capHeight + (how === 'upper' ? 4 : 12)
      layers.push({
        path: shift(scale(shift(sub.path, -(box.left + box.right) / 2, 0), small), 0, y),
        ink: palette.accent,
      })
    }
  } else if (random.chance(0.12))
    layers.push({ path: rect(-18, baseline + gap * 0.8, 36, 3), ink: palette.accent })
  return { layers, lockup: 'symbol above the name' }
}

/** Two lines of about equal length. */
const splitName = (name: string): string[] => {
  const words = name.split(' ')
  let best = 1
  for (let i = 1; i < words.length; i++) {
    const spread = (k: number) =>
      Math.abs(words.slice(0, k).join(' ').length - words.slice(k).join(' ').length)
    if (spread(i) < spread(best)) best = i
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')]
}
