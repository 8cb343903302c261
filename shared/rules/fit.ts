import { maxImageSide, sniffImage } from './image.ts'

// Which pictures can be fitted onto a square of 900 px, and where they lie on it. Pure and total, as image.ts.

export const maxFitBytes = 20_000_000
/** Above this number of pixels a picture is not decoded. */
const maxFitPixels = 50_000_000

/** Sides by the file's headers; those of an SVG are unknown until it is parsed. */
type FitHeader = { kind: 'raster'; width: number; height: number; isAnimated: boolean } | { kind: 'svg' }

/** Why a picture cannot be fitted, as a sentence; undefined when it can. */
export function checkFit(file: Uint8Array): string | undefined {
  if (file.length > maxFitBytes) return fitMessages.bytes
  const header = sniffFit(file)
  if (!header) return fitMessages.kind
  if (header.kind === 'raster' && header.width * header.height > maxFitPixels) return fitMessages.pixels
}

export const fitMessages = {
  bytes: 'Over 20 MB, it can’t be fitted here.',
  pixels: 'Over 50 megapixels, it can’t be fitted here.',
  kind: 'This file can’t be fitted.',
}

/** Reads the headers of a PNG, JPEG, GIF, WebP, AVIF or SVG. Undefined for anything else. Never throws. */
export function sniffFit(bytes: Uint8Array): FitHeader | undefined {
  const known = sniffImage(bytes)
  const size = known
    ? { ...known, isAnimated: known.frames > 1 }
    : textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP'
      ? sniffWebp(bytes)
      : textAt(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(textAt(bytes, 8, 4))
        ? sniffAvif(bytes)
        : undefined
  if (size) {
    const { width, height, isAnimated } = size
    return width >= 1 && height >= 1 ? { kind: 'raster', width, height, isAnimated } : undefined
  }
  // Comments and a document type may stand before the element.
  const start = textAt(bytes, 0, 8192).replace(/^\xef\xbb\xbf/, '')
  if (/^\s*<(\?xml|!--|!DOCTYPE svg|svg[\s>])/i.test(start) && /<svg[\s>]/i.test(start))
    return { kind: 'svg' }
}

function sniffWebp(bytes: Uint8Array) {
  const le = (at: number, length: number) => {
    let value = 0
    for (let i = length - 1; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0)
    return value
  }
  const chunk = textAt(bytes, 12, 4)
  if (chunk === 'VP8X')
    return { width: le(24, 3) + 1, height: le(27, 3) + 1, isAnimated: (le(20, 1) & 2) !== 0 }
  if (chunk === 'VP8L') {
    const bits = le(21, 4)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
  }
  if (chunk === 'VP8 ') return { width: le(26, 2) & 0x3fff, height: le(28, 2) & 0x3fff, isAnimated: false }
}

/** The largest of the sizes it names: an AVIF may hold a thumbnail, too. */
function sniffAvif(bytes: Uint8Array) {
  const head = textAt(bytes, 0, 65_536)
  const be = (at: number) =>
    (bytes[at] ?? 0) * 2 ** 24 +
    (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8)) +
    (bytes[at + 3] ?? 0)
  let largest = { width: 0, height: 0 }
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    const size = { width: be(at + 8), height: be(at + 12) }
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  return { ...largest, isAnimated: head.slice(8, 12) === 'avis' }
}

/** One character for each byte. */
function textAt(bytes: Uint8Array, start: number, length: number) {
  let text = ''
  for (let at = start; at < Math.min(start + length, bytes.length); at += 1)
    text += String.fromCharCode(bytes[at]!)
  return text
}

/**
 * Where a picture lies on the square: the share of the square left free around it (negative where it is cut off), and how
 * far its middle is moved, in pixels of the square.
 */
export type Placement = { margin: number; x: number; y: number }

export const firstPlacement: Placement = { margin: 0.1, x: 0, y: 0 }
export const marginRange = { least: -0.5, most: 0.45 }

/** A placement within its limits: the middle of the picture stays on the square. */
export function limitPlacement({ margin, x, y }: Placement): Placement {
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
  const half = maxImageSide / 2
  return {
    margin: within(margin, marginRange.least, marginRange.most),
    x: within(x, -half, half),
    y: within(y, -half, half),
  }
}

/** A placement with the picture `by` times as large. */
export const scalePlacement = (placement: Placement, by: number): Placement =>
  limitPlacement({ ...placement, margin: placement.margin + (0.5 - placement.margin) * (1 - by) })

/** The rectangle of a picture on the square, in pixels. */
export function rectangleOf(picture: { width: number; height: number }, { margin, x, y }: Placement) {
  const room = maxImageSide * (1 - 2 * margin)
  const scale = room / Math.max(picture.width, picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { left: (maxImageSide - width) / 2 + x, top: (maxImageSide - height) / 2 + y, width, height }
}

/**
 * The colour that most of a picture's edge has, as `#rrggbb`: the mean of the most frequent of 4,096 groups of colours.
 * White where the edge is transparent. `rgba` holds four bytes for each pixel.
 */
export function edgeColour(rgba: Uint8ClampedArray, width: number, height: number): string {
  const groups = new Map<number, { n: number; sum: [number, number, number] }>()
  const add = (x: number, y: number) => {
    const at = (y * width + x) * 4
    const opacity = rgba[at + 3]! / 255
    const [red, green, blue] = [0, 1, 2].map(c => 255 + (rgba[at + c]! - 255) * opacity) as [
      number,
      number,
      number,
    ]
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const group = groups.get(key) ?? { n: 0, sum: [0, 0, 0] }
    groups.set(key, {
      n: group.n + 1,
      sum: [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue],
    })
  }
  for (let x = 0; x < width; x += 1) {
    add(x, 0)
    add(x, height - 1)
  }
  for (let y = 1; y < height - 1; y += 1) {
    add(0, y)
    add(width - 1, y)
  }
  const [most] = [...groups.values()].sort((a, b) => b.n - a.n)
  if (!most) return '#ffffff'
  return `#${most.sum
    .map(sum =>
      Math.round(sum / most.n)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Rounds every channel to 64 levels, in place: differences that the eye hardly sees, and a PNG that is always under 2 MB. */
export function reduceColours(rgba: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 1) rgba[at] = (Math.round((rgba[at]! / 255) * 63) * 255) / 63
}
