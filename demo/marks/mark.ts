import { type Matrix, type Path, transform } from '../geometry.ts'
import { type Layer, measure } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'

/** The client of the mark; every field is plain Latin text. */
export type Brand = {
  name: string
  /** The words of the name that carry meaning, without "&", "of" and the like. */
  words: string[]
  initials: string
  industry: string
  city: string
  year: number
  /** What the brand does in one to three words, as it would stand on a seal: 'Coffee Roasters'. */
  trade: string
}

/** What a family returns: layers in any coordinate system, and words for what they show. */
export type Mark = { layers: Layer[]; motif: string; keywords: string[] }
export type Draw = (random: Random, palette: Palette, brand: Brand) => Mark

const NUMBERS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** A small number in words, as running text wants it. */
export const inWords = (count: number) => NUMBERS[count] ?? String(count)

export const moveLayers = (layers: readonly Layer[], matrix: Matrix): Layer[] => {
  const factor = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
  return layers.map(layer => ({
    ...layer,
    path: transform(layer.path, matrix),
    ...(layer.clip && { clip: transform(layer.clip, matrix) }),
    ...(layer.stroke && { stroke: layer.stroke * factor }),
  }))
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/**
 * Brings a mark onto the 900 square. Dense marks are set smaller than open ones because they look larger; the centre
 * lies between the middle of the box and the centre of mass, which is the optical centre.
 */
export const fitSymbol = (layers: readonly Layer[], ground: string, share = 0.6): Layer[] => {
  const m = measure(layers, ground)
  const long = Math.max(m.width, m.height)
  const short = Math.min(m.width, m.height)
  const slender = clamp((long / short - 1) * 0.1, 0, 0.12)
  const size = 900 * clamp(share - 0.11 * m.density + slender, 0.44, 0.7)
  const factor = size / long
  const lean = (middle: number, mass: number, extent: number) =>
    clamp(mass - middle, -0.06 * extent, 0.06 * extent) * 0.6
  const cx = (m.left + m.right) / 2 + lean((m.left + m.right) / 2, m.massX, m.width)
  const cy = (m.top + m.bottom) / 2 + lean((m.top + m.bottom) / 2, m.massY, m.height)
  return moveLayers(layers, [factor, 0, 0, factor, 450 - factor * cx, 450 - factor * cy])
}

/** Brings a line or block of type onto the square by its width, or by its height when it is tall. */
export const fitType = (layers: readonly Layer[], ground: string, share = 0.75): Layer[] => {
  const m = measure(layers, ground)
  const factor = Math.min((900 * share) / m.width, (900 * 0.58) / m.height)
  const cx = (m.left + m.right) / 2
  const cy = (m.top + m.bottom) / 2
  return moveLayers(layers, [factor, 0, 0, factor, 450 - factor * cx, 450 - factor * cy])
}

const number = (value: number) => String(Math.round(value * 10) / 10)

/** SVG path data to a tenth of a unit: steps from rounded point to rounded point, so that no error adds up. */
const pathData = (path: Path): string => {
  let out = ''
  let last = ''
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const s of path) {
    if (s[0] === 'Z') {
      out += 'z'
      last = ''
      ;[x, y] = [startX, startY]
      continue
    }
    const tenths = s.slice(1).map(value => Math.round((value as number) * 10))
    const steps = tenths.map((value, i) => value - (i % 2 ? y : x))
    const command = s[0].toLowerCase()
    steps.forEach((step, i) => {
      const text = String(step / 10).replace(/^(-?)0\./, '$1.')
      if (i === 0 && command !== last) out += command + text
      else out += text.startsWith('-') ? text : ` ${text}`
    })
    last = command === 'm' ? 'l' : command
    x = tenths[tenths.length - 2]!
    y = tenths[tenths.length - 1]!
    if (s[0] === 'M') [startX, startY] = [x, y]
  }
  return out
}

/** The complete picture: a ground and flat shapes, no text, no transforms. */
export const renderSvg = (layers: readonly Layer[], ground: string, size = 900): string => {
  const clips: string[] = []
  const shapes = layers.map(({ path, ink, rule, stroke, cap, join, clip }) => {
    const attributes = stroke
      ? `fill="none" stroke="${ink}" stroke-width="${number(stroke)}"` +
        (cap && cap !== 'butt' ? ` stroke-linecap="${cap}"` : '') +
        (join && join !== 'miter' ? ` stroke-linejoin="${join}"` : '')
      : `fill="${ink}"${rule ? ' fill-rule="evenodd"' : ''}`
    let clipping = ''
    if (clip) {
      const data = pathData(clip)
      let index = clips.indexOf(data)
      if (index < 0) index = clips.push(data) - 1
      clipping = ` clip-path="url(#c${index})"`
    }
    return `<path d="${pathData(path)}" ${attributes}${clipping}/>`
  })
  const definitions = clips.map((data, i) => `<clipPath id="c${i}"><path d="${data}"/></clipPath>`).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    (definitions && `<defs>${definitions}</defs>`) +
    `<path d="M0 0H${size}V${size}H0Z" fill="${ground}"/>${shapes.join('')}</svg>`
  )
}
