import { colourLength, colourOf } from './colour.ts'
import { hog } from './hog.ts'
import { openProjection, type Projection, shapeLength } from './projection.ts'
import { type Raster, toLab } from './saliency.ts'
import { findViews } from './views.ts'

/** Goes with every change of what a descriptor says: those of another version are made again, and never compared. */
export const modelVersion = 2

/** The longer side of the picture that is described, in pixels. */
export const describedSide = 128

/** Bytes of a view: its shape, then the picture's colours, each from 0 to 127. */
export const viewBytes = shapeLength + colourLength

/** Views that are kept of a logo. */
export const keptViews = 3
/** The longer side of a picture that is searched for, in pixels: the mark of a lock-up or a badge is only a part of it. */
export const searchedSide = 192
/** Views of a picture that is searched for: more guesses at what is its mark. */
export const searchedViews = 6
/** Views of it mirrored or turned. */
export const turnedViews = 2

/** The middle of a shape's byte, which stands for 0. */
export const shapeZero = 64
/** The length of a shape's vector in bytes' steps. */
export const shapeNorm = 160
/** The length of a colour vector. */
export const colourNorm = 127

/** Describes a picture by at most `most` views; empty where nothing is drawn. */
export function describe(raster: Raster, most: number, projection: Projection = openProjection()): Buffer {
  const lab = toLab(raster)
  const views = findViews(lab, most)
  const whole = views[0]
  const bytes = Buffer.alloc(views.length * viewBytes)
  if (!whole) return bytes
  const colours = colourOf(lab, whole)
  views.forEach(({ field, box }, i) => {
    const shape = projection(hog(field, box))
    writeShape(shape, bytes.subarray(i * viewBytes))
    for (let j = 0; j < colourLength; j++)
      bytes[i * viewBytes + shapeLength + j] = Math.round(colours[j]! * colourNorm)
  })
  return bytes
}

/** Describes a picture that is searched for in one of the eight ways of `turned`: as it is from `large`, else from `small`. */
export const describeWay = ({ large, small }: { large: Raster; small: Raster }, way: number) => ({
  views: way ? describe(turned(small, way), turnedViews) : describe(large, searchedViews),
  isTurned: way > 0,
})

/** Writes a vector of length 1 in steps; a second time, so that rounding and the limits of a byte keep its length. */
function writeShape(shape: Float32Array, bytes: Buffer) {
  let scale = shapeNorm
  for (let round = 0; round < 3; round++) {
    let sum = 0
    for (let j = 0; j < shapeLength; j++) {
      const step = Math.max(-63, Math.min(63, Math.round(shape[j]! * scale)))
      bytes[j] = step + shapeZero
      sum += step * step
    }
    if (sum) scale *= shapeNorm / Math.sqrt(sum)
  }
}

/** The eight ways to mirror and turn a picture; the first is as it is. */
export function turned({ data, width, height }: Raster, way: number): Raster {
  const isMirrored = way >= 4
  const quarter = way % 4
  const swapped = quarter % 2 === 1
  const [newWidth, newHeight] = swapped ? [height, width] : [width, height]
  const pixels = new Uint8Array(data.length)
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      let [fromX, fromY] = [x, y]
      if (quarter === 1) [fromX, fromY] = [y, height - 1 - x]
      else if (quarter === 2) [fromX, fromY] = [width - 1 - x, height - 1 - y]
      else if (quarter === 3) [fromX, fromY] = [width - 1 - y, x]
      if (isMirrored) fromX = width - 1 - fromX
      const from = (fromY * width + fromX) * 3
      const to = (y * newWidth + x) * 3
      pixels[to] = data[from]!
      pixels[to + 1] = data[from + 1]!
      pixels[to + 2] = data[from + 2]!
    }
  return { data: pixels, width: newWidth, height: newHeight }
}
