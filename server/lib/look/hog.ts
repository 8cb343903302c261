import type { Field } from './saliency.ts'

/** A rectangle of pixels; `right` and `bottom` are the first ones outside. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A part of a picture that is compared by itself. */
export type View = { field: Field; box: Box }

const side = 48
const cells = 6
const cellSide = side / cells
const orientations = 8
/** Numbers in a histogram of oriented gradients. */
export const hogLength = cells * cells * orientations

/**
 * A histogram of oriented gradients (Dalal & Triggs 2005) of a part of a field, centred in a square: 6 × 6 cells of eight
 * unsigned orientations, as one vector of length 1. All zero where nothing is drawn.
 */
export function hog(field: Field, box: Box): Float32Array {
  const square = resample(field, box)
  const histogram = new Float32Array(hogLength)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const right = at(square, x + 1, y) - at(square, x - 1, y)
      const down = at(square, x, y + 1) - at(square, x, y - 1)
      const strength = Math.sqrt(right * right + down * down)
      if (strength < 0.02) continue
      const angle = Math.atan2(down, right) / Math.PI
      addTo(histogram, x, y, (angle - Math.floor(angle)) * orientations, strength)
    }
  // The square root keeps a few long straight edges from outweighing all else (Hellinger kernel).
  let sum = 0
  for (const value of histogram) sum += value
  if (sum > 0) for (let i = 0; i < histogram.length; i++) histogram[i] = Math.sqrt(histogram[i]! / sum)
  return histogram
}

const at = (square: Float32Array, x: number, y: number) =>
  x < 0 || y < 0 || x >= side || y >= side ? 0 : square[y * side + x]!

/** Adds a gradient to the four cells and two orientations that are nearest to it, by how near they are. */
function addTo(histogram: Float32Array, x: number, y: number, angle: number, strength: number) {
  const column = (x + 0.5) / cellSide - 0.5
  const row = (y + 0.5) / cellSide - 0.5
  const left = Math.floor(column)
  const top = Math.floor(row)
  const first = Math.floor(angle - 0.5)
  const toSecond = angle - 0.5 - first
  for (let down = 0; down < 2; down++)
    for (let across = 0; across < 2; across++) {
      const cellX = left + across
      const cellY = top + down
      if (cellX < 0 || cellY < 0 || cellX >= cells || cellY >= cells) continue
      const part =
        strength * (across ? column - left : 1 - column + left) * (down ? row - top : 1 - row + top)
      const base = (cellY * cells + cellX) * orientations
      histogram[base + ((first + orientations) % orientations)]! += part * (1 - toSecond)
      histogram[base + ((first + 1) % orientations)]! += part * toSecond
    }
}

/** A part of a field, centred in a square of 48 × 48 with a margin of 1, its proportions kept. */
function resample(field: Field, box: Box): Float32Array {
  const step = Math.max(box.right - box.left, box.bottom - box.top) / (side - 2)
  const across = weights(box.left, box.right, step)
  const down = weights(box.top, box.bottom, step)
  const width = box.right - box.left
  // Rows first, then columns: a mean over two directions is separable.
  const rows = new Float32Array(side * width)
  for (let y = 0; y < side; y++)
    for (const [source, share] of down[y]!) {
      const from = source * field.width + box.left
      for (let x = 0; x < width; x++) rows[y * width + x]! += share * field.values[from + x]!
    }
  const square = new Float32Array(side * side)
  for (let x = 0; x < side; x++)
    for (const [source, share] of across[x]!)
      for (let y = 0; y < side; y++) square[y * side + x]! += share * rows[y * width + source - box.left]!
  return square
}

/** For each of 48 pixels, which pixels of a side it covers, and by how much: a triangle as wide as a step, at least one pixel. */
function weights(from: number, to: number, step: number): [source: number, share: number][][] {
  const origin = (from + to) / 2 - (side / 2) * step
  const reach = Math.max(step, 1)
  return Array.from({ length: side }, (_, i) => {
    const centre = origin + (i + 0.5) * step - 0.5
    const covered: [number, number][] = []
    for (let source = Math.ceil(centre - reach); source <= centre + reach; source++) {
      const share = (1 - Math.abs(source - centre) / reach) / reach
      if (share > 0 && source >= from && source < to) covered.push([source, share])
    }
    return covered
  })
}

/** For each of the eight ways of `turnHistogram`, where each number of the turned histogram comes from. */
const sources = Array.from({ length: 8 }, (_, way) => {
  const [isMirrored, quarters] = [way >= 4, way % 4]
  const from = new Uint16Array(hogLength)
  for (let y = 0; y < cells; y++)
    for (let x = 0; x < cells; x++) {
      let [fromX, fromY] = [x, y]
      for (let quarter = 0; quarter < quarters; quarter++) [fromX, fromY] = [fromY, cells - 1 - fromX]
      if (isMirrored) fromX = cells - 1 - fromX
      for (let orientation = 0; orientation < orientations; orientation++) {
        // Half a turn is no turn of an unsigned orientation, so a quarter is the same in both directions.
        const turned = (orientation + (quarters % 2) * (orientations / 2)) % orientations
        const source = isMirrored ? orientations - 1 - turned : turned
        from[(y * cells + x) * orientations + orientation] = (fromY * cells + fromX) * orientations + source
      }
    }
  return from
})

/**
 * The histogram of a picture mirrored where `way` is 4 or more, and then turned clockwise by `way` % 4 quarters, from the histogram of the picture
 * as it is.
 */
export const turnHistogram = (histogram: Float32Array, way: number): Float32Array =>
  Float32Array.from(sources[way]!, source => histogram[source]!)
