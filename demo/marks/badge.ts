import {
  boundsOf,
  circle,
  ellipse,
  type Path,
  parsePath,
  polygon,
  rect,
  regular,
  roundRect,
  scale,
  shift,
  star,
} from '../geometry.ts'
import { setText, type Typeface } from '../letterforms.ts'
import type { Layer } from '../measure.ts'
import type { Draw } from './mark.ts'

const PAIRS: readonly (readonly [Typeface, Typeface, number])[] = [
  ['condensed', 'geometric', 20],
  ['slabBlack', 'grotesque', 0],
  ['didoneBlack', 'garalde', 0],
  ['extendedBlack', 'mono', -30],
  ['blackletter', 'garalde', 10],
  ['script', 'geometric', 0],
  ['geometricHeavy', 'grotesqueRegular', 0],
  ['fatfaceItalic', 'geometric', 0],
  ['grotesqueBlack', 'grotesque', -15],
  ['humanistBlack', 'humanist', 0],
]
/** Only faces that may be set in lower case with a capital. */
const MIXED = new Set<Typeface>(['blackletter', 'script', 'fatfaceItalic'])

const SHAPES: Record<string, (w: number, h: number) => Path> = {
  oval: (w, h) => ellipse(0, 0, w * 0.7, h * 0.88),
  label: (w, h) => roundRect(-w * 0.61, -h * 0.64, w * 1.22, h * 1.28, 14),
  ticket: (w, h) => {
    const [x, y, r] = [w * 0.64, h * 0.66, 22]
    return parsePath(
      `M${-x + r} ${-y}H${x - r}A${r} ${r} 0 0 0 ${x} ${-y + r}V${y - r}A${r} ${r} 0 0 0 ${x - r} ${y}H${-x + r}A${r} ${r} 0 0 0 ${-x} ${y - r}V${-y + r}A${r} ${r} 0 0 0 ${-x + r} ${-y}Z`,
    )
  },
  pill: (w, h) => roundRect(-w * 0.64, -h * 0.62, w * 1.28, h * 1.24, 999),
  hexagon: (w, h) => {
    const [x, y] = [w * 0.57, h * 0.68]
    return polygon([
      [-x, -y],
      [x, -y],
      [x + y * 0.5, 0],
      [x, y],
      [-x, y],
      [-x - y * 0.5, 0],
    ])
  },
  shield: (w, h) => {
    const [x, y] = [w * 0.64, h * 0.72]
    return parsePath(
      `M${-x} ${-y}H${x}V${y * 0.4}C${x} ${y * 0.9} ${x * 0.4} ${y * 1.1} 0 ${y * 1.34}C${-x * 0.4} ${y * 1.1} ${-x} ${y * 0.9} ${-x} ${y * 0.4}Z`,
    )
  },
}

/** A lettered label: name, trade, place and year inside one plain outline. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a drawing from top to bottom
export const drawBadge: Draw = (random, palette, brand) => {
  const [big, small, tracking] = random.pick(PAIRS)
  const cased = MIXED.has(big) ? brand.name : brand.name.toUpperCase()
  const parts = brand.name.length > 12 && brand.name.includes(' ') ? cased.split(/ (?=\S+$)/) : [cased]
  const lines: { path: Path; height: number }[] = []
  const width = 300
  const add = (face: Typeface, text: string, track: number, limitHeight: number, share: number) => {
    const set = setText(face, text, 100, track)
    const box = boundsOf(set.path)
    const factor = Math.min((width * share) / (box.right - box.left), limitHeight / (box.bottom - box.top))
    const path = scale(shift(set.path, -(box.left + box.right) / 2, -box.top), factor)
    lines.push({ path, height: (box.bottom - box.top) * factor })
  }
  const over = random.pick([brand.city, `EST ${brand.year}`, brand.city]).toUpperCase()
  add(small, over, 160, 14, 0.6)
  for (const part of parts) add(big, part, tracking, parts.length > 1 ? 72 : 96, 1)
  const told = brand.trade
    .split(' ')
    .some(word => word.length > 3 && brand.name.toLowerCase().includes(word.toLowerCase().replace(/s$/, '')))
  add(
    small,
    told ? brand.industry.replace(/ &.*/, '').toUpperCase() : brand.trade.toUpperCase(),
    150,
    15,
    0.82,
  )
  const gap = 19
  const total = lines.reduce((sum, line) => sum + line.height, 0) + gap * (lines.length - 1)
  const widest = Math.max(
    ...lines.map(line => {
      const b = boundsOf(line.path)
      return b.right - b.left
    }),
  )
  const name = random.pick(
    total / widest > 0.55
      ? ['label', 'ticket', 'shield', 'oval']
      : ['oval', 'label', 'ticket', 'pill', 'hexagon'],
  )
  const outline = SHAPES[name]!(Math.max(widest, total * 1.1), Math.max(total * 1.22, 120))
  const solid = random.chance(0.62)
  const text = solid ? palette.ground : palette.ink
  const layers: Layer[] = [
    solid
      ? { path: outline, ink: palette.ink }
      : { path: outline, ink: palette.ink, stroke: random.pick([4, 8]), join: 'miter' },
  ]
  const inner = scale(outline, 1 - 13 / Math.max(widest, 1), 1 - 13 / Math.max(total * 1.22, 120))
  if (random.chance(0.6)) layers.push({ path: inner, ink: text, stroke: 2 })
  let y = -total / 2 - (name === 'shield' ? -2 : 0)
  lines.forEach((line, i) => {
    const accented = i === 0 || i === lines.length - 1
    layers.push({ path: shift(line.path, 0, y), ink: accented && !solid ? palette.accent : text })
    y += line.height + gap
  })
  if (name === 'shield') {
    const mark = random.pick([star(5, 0, 0, 13, 5.5), circle(0, 0, 8), regular(4, 0, 0, 11)])
    layers.push({ path: shift(mark, 0, y + 12), ink: text })
  } else if (random.chance(0.3)) {
    const first = boundsOf(lines[0]!.path)
    for (const side of [-1, 1])
      layers.push({
        path: rect(side * (first.right + 26) - 13, -total / 2 + lines[0]!.height / 2 - 1.2, 26, 2.4),
        ink: layers[layers.length - 1]!.ink,
      })
  }
  return {
    layers,
    motif: `a lettered ${name}`,
    keywords: [random.pick(['badge', 'label']), 'lettering', 'vintage', name],
  }
}
