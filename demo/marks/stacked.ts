import { boundsOf, type Path, rect, scale, shift } from '../geometry.ts'
import { setText, type Typeface } from '../letterforms.ts'
import type { Layer } from '../measure.ts'
import { type Draw, inWords } from './mark.ts'

const FACES: readonly (readonly [Typeface, boolean, number])[] = [
  ['condensed', true, 8],
  ['condensed', true, 8],
  ['grotesqueBlack', true, -30],
  ['slabBlack', true, -10],
  ['extendedBlack', true, -40],
  ['geometricHeavy', true, -20],
  ['didoneBlack', true, -10],
  ['fatface', false, -15],
  ['display', true, -20],
  ['humanistBlack', true, -10],
  ['oldStyleBlack', false, -30],
  ['blackletter', false, 0],
  ['garalde', true, 20],
  ['grotesqueBlack', false, -45],
  ['geometricHeavy', false, -40],
]

const splitWord = (word: string): string[] => {
  const upper = word.toUpperCase()
  if (upper.length <= 5) return [upper]
  const middle = Math.ceil(upper.length / 2)
  return [upper.slice(0, middle), upper.slice(middle)]
}

/** The name in two to four lines: justified to one width, or ranged left with close leading. */
export const drawStacked: Draw = (random, palette, brand) => {
  const [face, upper, tracking] = random.pick(FACES)
  const parts = brand.name.split(' ')
  const small = (word: string) => /^(&|and|of|the)$/i.test(word)
  let lines: string[] = []
  for (const part of parts) {
    if (small(part) && lines.length) lines[lines.length - 1] += ` ${part}`
    else lines.push(part)
  }
  if (lines.length === 1 && upper) lines = splitWord(brand.name)
  const trade = brand.trade.split(' ').pop()!
  const fresh = !brand.name.toLowerCase().includes(trade.toLowerCase().replace(/s$/, ''))
  if (lines.length === 1 || (lines.length === 2 && fresh && random.chance(0.3))) lines.push(trade)
  if (upper) lines = lines.map(line => line.toUpperCase())
  const justified = upper && random.chance(0.62)
  const layers: Layer[] = []
  const gap = justified ? random.range(7, 12) : 0
  let y = 0
  const width = 400
  lines.forEach((text, i) => {
    const set = setText(face, text, 100, tracking)
    const box = boundsOf(set.path)
    const ink = i === lines.length - 1 && lines.length > 1 ? palette.accent : palette.ink
    let path: Path
    if (justified) {
      const factor = width / (box.right - box.left)
      path = shift(scale(shift(set.path, -box.left, -box.top), factor), 0, y)
      y += (box.bottom - box.top) * factor + gap
    } else {
      y += upper ? set.capHeight * 1.1 : set.xHeight * 1.78
      path = shift(set.path, -box.left, y)
    }
    layers.push({ path, ink })
  })
  const box = boundsOf(layers.flatMap(layer => layer.path))
  const framed = justified && random.chance(0.34)
  if (framed) {
    const pad = random.range(22, 34)
    const frame = rect(
      box.left - pad,
      box.top - pad,
      box.right - box.left + pad * 2,
      box.bottom - box.top + pad * 2,
    )
    if (random.chance(0.5)) layers.unshift({ path: frame, ink: palette.ink, stroke: random.pick([4, 10]) })
    else {
      for (const layer of layers) layer.ink = palette.ground
      layers.unshift({ path: frame, ink: palette.ink })
    }
  }
  return {
    layers,
    motif: justified ? `${inWords(lines.length)} lines of one width` : 'lines set close and ranged left',
    keywords: [
      'wordmark',
      'stacked',
      'lettering',
      ...(framed ? ['label'] : []),
      justified ? 'justified' : 'ranged left',
    ],
  }
}
