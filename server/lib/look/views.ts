import { huedShare } from './colour.ts'
import type { Box, View } from './hog.ts'
import { commonColour, distance, type Field, findSaliency, type Lab, noise, scaled } from './saliency.ts'

/** From this saliency, a pixel is drawn. */
const drawn = 0.3
/** From this saliency, a pixel belongs to a badge, which can be paler than what it holds. */
const pale = 0.12
/** A part smaller than this share of the picture's longer side is no view of its own. */
const leastSide = 0.12
/** A drawing has coloured and grey parts where each has more than this share of its flat pixels. */
const leastShare = 0.04

/**
 * The parts of a picture that are compared: the whole drawing, what stands in a badge, and the parts on either side of
 * gaps, such as a mark and the words beside it. At most `most`, the whole first; none where nothing is drawn.
 */
export function findViews(lab: Lab, most: number): View[] {
  const field = findSaliency(lab)
  const all = { left: 0, top: 0, right: field.width, bottom: field.height }
  const whole = trim(field, all)
  if (!whole) return []
  const views: View[] = [{ field, box: whole }]
  const inside = insideBadge(lab, field, trim(field, all, pale) ?? whole)
  if (inside) views.push({ field: inside.field, box: inside.box })
  for (const box of splitParts(field, whole)) views.push({ field, box })
  // The mark of a lock-up can itself be a badge, and a badge can hold a lock-up.
  if (inside) for (const box of splitParts(inside.field, inside.box)) views.push({ field: inside.field, box })
  else
    for (const { box } of views.slice(1, 3)) {
      const deeper = insideBadge(lab, field, box)
      if (deeper) views.push(deeper)
    }
  return views.slice(0, most)
}

/**
 * The coloured part of a drawing by itself, and the grey one (with black and white), where it has both: one of them can be what another
 * drawing of the brand consists of, such as the mark before a box or beside letters that it touches.
 */
export function findHuedParts(lab: Lab, { field, box }: View): View[] {
  const { values, width, height } = field
  const [hued, grey] = [new Float32Array(values.length), new Float32Array(values.length)]
  const counts = { hued: 0, grey: 0 }
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const pixel = y * width + x
      const share = huedShare(lab.values[pixel * 3 + 1]!, lab.values[pixel * 3 + 2]!)
      hued[pixel] = values[pixel]! * share
      grey[pixel] = values[pixel]! * (1 - share)
      if (values[pixel]! >= drawn && isFlat(lab, x, y)) counts[share < 0.5 ? 'grey' : 'hued']++
    }
  if (Math.min(counts.hued, counts.grey) <= (counts.hued + counts.grey) * leastShare) return []
  const least = Math.max(width, height) * leastSide
  const parts = [hued, grey].flatMap(part => {
    const partField = { values: part, width, height }
    const partBox = trim(partField, box)
    return partBox && longerSide(partBox) >= least ? [{ field: partField, box: partBox }] : []
  })
  // Without a full stop in another colour a wordmark is what it was.
  return parts.length === 2 ? parts : []
}

const longerSide = ({ left, top, right, bottom }: Box) => Math.max(right - left, bottom - top)

/** Whether a pixel's neighbours have its colour: where they do not it can be a mixture, grey between two colours. */
function isFlat({ values, width, height }: Lab, x: number, y: number): boolean {
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return false
  const at = (y * width + x) * 3
  return (
    isSame(values, at, at - 3) &&
    isSame(values, at, at + 3) &&
    isSame(values, at, at - 3 * width) &&
    isSame(values, at, at + 3 * width)
  )
}

/** Whether two pixels, by where they begin, have nearly the same colour. */
function isSame(values: Float32Array, one: number, other: number): boolean {
  const l = values[one]! - values[other]!
  const a = values[one + 1]! - values[other + 1]!
  const b = values[one + 2]! - values[other + 2]!
  return l * l + a * a + b * b < noise * noise
}

/** The smallest box that holds what is drawn in a box; undefined where that is nothing. */
function trim({ values, width }: Field, box: Box, least = drawn): Box | undefined {
  let { left, top, right, bottom } = { left: box.right, top: box.bottom, right: box.left, bottom: box.top }
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++)
      if (values[y * width + x]! >= least) {
        left = Math.min(left, x)
        right = Math.max(right, x + 1)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y + 1)
      }
  if (right - left < 3 || bottom - top < 3) return
  return { left, top, right, bottom }
}

/**
 * What stands in a filled shape of one colour (a disc, a shield, an app's icon): the distance from that colour, within
 * the shape. Undefined where there is no such shape, or nothing in it.
 */
function insideBadge(lab: Lab, field: Field, box: Box): View | undefined {
  const { width, height } = field
  const outside = floodOutside(field, box)
  const shape: number[] = []
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) if (!outside[y * width + x]) shape.push(y * width + x)
  const area = (box.right - box.left) * (box.bottom - box.top)
  if (shape.length < area * 0.5) return
  const pixels = Int32Array.from(shape)
  const nearOutside = findNearOutside(outside, width, box)
  const rim = rimOf(outside, nearOutside, field, box)
  const { colour, share } = commonColour(lab, rim)
  if (share < 0.6) return
  const distances = new Float32Array(width * height)
  let other = 0
  for (const pixel of pixels) {
    // Pixels beside the outside are a mixture of both colours.
    if (nearOutside[pixel]) continue
    distances[pixel] = distance(lab.values, pixel * 3, colour)
    if (distances[pixel]! > 0.08) other++
  }
  if (other < pixels.length * 0.02 || other > pixels.length * 0.85) return
  const inner = { values: scaled(distances), width, height }
  const innerBox = trim(inner, box)
  return innerBox && { field: inner, box: innerBox }
}

/** Which pixels of a box are ground that is connected with its edge. */
function floodOutside({ values, width, height }: Field, box: Box): Uint8Array {
  const outside = new Uint8Array(width * height)
  const queue: number[] = []
  const visit = (x: number, y: number) => {
    const pixel = y * width + x
    if (outside[pixel] || values[pixel]! >= pale) return
    outside[pixel] = 1
    queue.push(pixel)
  }
  for (let x = box.left; x < box.right; x++) {
    visit(x, box.top)
    visit(x, box.bottom - 1)
  }
  for (let y = box.top; y < box.bottom; y++) {
    visit(box.left, y)
    visit(box.right - 1, y)
  }
  for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
    const x = pixel % width
    const y = (pixel - x) / width
    if (x > box.left) visit(x - 1, y)
    if (x < box.right - 1) visit(x + 1, y)
    if (y > box.top) visit(x, y - 1)
    if (y < box.bottom - 1) visit(x, y + 1)
  }
  return outside
}

/** Which pixels of a box have one that is outside, or beyond the box, within two pixels of them: a dilation within rows, then within columns. */
function findNearOutside(outside: Uint8Array, width: number, box: Box): Uint8Array {
  const { left, top, right, bottom } = box
  const inRow = dilate(outside, width, box, 1, x => x < left + 2 || x >= right - 2)
  return dilate(inRow, width, box, width, (_x, y) => y < top + 2 || y >= bottom - 2)
}

/** Which pixels of a box have a flag at most two steps before or after them, or are at its edge. */
function dilate(
  flags: Uint8Array,
  width: number,
  { left, top, right, bottom }: Box,
  step: number,
  isAtEdge: (x: number, y: number) => boolean,
): Uint8Array {
  const near = new Uint8Array(flags.length)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * width + x
      near[at] = isAtEdge(x, y)
        ? 1
        : flags[at - 2 * step]! | flags[at - step]! | flags[at]! | flags[at + step]! | flags[at + 2 * step]!
    }
  return near
}

/** The pixels just within the shape's edge. */
function rimOf(outside: Uint8Array, nearOutside: Uint8Array, { width }: Field, box: Box): Int32Array {
  const rim: number[] = []
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const pixel = y * width + x
      if (nearOutside[pixel]) continue
      const isEdge = [-3, 3].some(step => {
        const nx = x + step
        const ny = y + step
        return (
          nx < box.left ||
          nx >= box.right ||
          outside[y * width + nx] ||
          ny < box.top ||
          ny >= box.bottom ||
          outside[ny * width + x]
        )
      })
      if (isEdge) rim.push(pixel)
    }
  return Int32Array.from(rim)
}

type Cut = { score: number; parts: [Box, Box] }

/** The parts on either side of the gaps that most probably part a mark from its words, the likeliest marks first. */
function splitParts(field: Field, box: Box): Box[] {
  const cuts = [...findCuts(field, box, true), ...findCuts(field, box, false)].sort(
    (a, b) => b.score - a.score,
  )
  const parts: { box: Box; score: number }[] = []
  const least = Math.max(field.width, field.height) * leastSide
  for (const { parts: sides, score } of cuts.slice(0, 3))
    for (const side of sides) {
      const part = trim(field, side)
      if (!part) continue
      const size = [part.right - part.left, part.bottom - part.top] as const
      if (Math.max(...size) < least) continue
      if (parts.some(other => isSameBox(other.box, part))) continue
      const squareness = Math.min(...size) / Math.max(...size)
      parts.push({ box: part, score: score * (0.3 + squareness) })
    }
  return parts.sort((a, b) => b.score - a.score).map(part => part.box)
}

const isSameBox = (a: Box, b: Box) =>
  Math.abs(a.left - b.left) +
    Math.abs(a.right - b.right) +
    Math.abs(a.top - b.top) +
    Math.abs(a.bottom - b.bottom) <
  4

/** Empty columns (or rows) of a box, each run as a cut; the score is its width, relative to the box's other side. */
function findCuts({ values, width }: Field, box: Box, isColumns: boolean): Cut[] {
  const [from, to] = isColumns ? [box.left, box.right] : [box.top, box.bottom]
  const [crossFrom, crossTo] = isColumns ? [box.top, box.bottom] : [box.left, box.right]
  const cuts: Cut[] = []
  let start = -1
  for (let i = from; i < to; i++) {
    let most = 0
    for (let j = crossFrom; j < crossTo; j++)
      most = Math.max(most, values[isColumns ? j * width + i : i * width + j]!)
    if (most < drawn) {
      if (start < 0) start = i
      continue
    }
    if (start >= 0) {
      const first = isColumns ? { ...box, right: start } : { ...box, bottom: start }
      const second = isColumns ? { ...box, left: i } : { ...box, top: i }
      cuts.push({ score: (i - start) / (crossTo - crossFrom), parts: [first, second] })
    }
    start = -1
  }
  return cuts.sort((a, b) => b.score - a.score).slice(0, 3)
}
