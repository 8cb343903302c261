import { colourLength, colourOf } from './colour.ts'
import { hog, turnHistogram, type View } from './hog.ts'
import { openProjection, shapeLength } from './projection.ts'
import { type Lab, type Raster, toLab } from './saliency.ts'
import { tilted } from './tilt.ts'
import { findHuedParts, findViews } from './views.ts'

/** Goes with every change of what a descriptor says: those of another version are made again, and never compared. */
export const modelVersion = 3

/** The longer side of the picture that is described, in pixels. */
export const describedSide = 128

/** Bytes of a view: its shape, then the picture's colours, each from 0 to 127. */
export const viewBytes = shapeLength + colourLength

/** Views that are kept of a logo: the whole and its parts, then its coloured part and its grey one. */
const keptViews = { parts: 3, all: 4 }
/** The longer side of a picture that is searched for, in pixels: the mark of a lock-up or a badge is only a part of it. */
export const searchedSide = 192
/** Views of a picture that is searched for: more guesses at what is its mark. */
export const searchedViews = 6
/** Views of it mirrored, turned or tilted. */
export const transformedViews = 2
/**
 * Degrees by which it is also tilted, to either side. A descriptor bears a tilt of some degrees, and copies that were put askew by
 * 5 to 10° are brought within these.
 */
const tilts = [-7.5, 7.5]

/** The middle of a shape's byte, which stands for 0. */
export const shapeZero = 64
/** The length of a shape's vector in bytes' steps. */
export const shapeNorm = 160
/** The length of a colour vector. */
export const colourNorm = 127

/** Describes a logo that is kept, its coloured and its grey part included; empty where nothing is drawn. */
export function describeLogo(raster: Raster): Buffer {
  const lab = toLab(raster)
  const views = findViews(lab, keptViews.parts)
  if (views[0]) views.push(...findHuedParts(lab, views[0]))
  return describeViews(lab, views.slice(0, keptViews.all))
}

/** Describes a picture that is searched for by at most `most` views; empty where nothing is drawn. */
export function describe(raster: Raster, most: number): Buffer {
  const lab = toLab(raster)
  return describeViews(lab, findViews(lab, most))
}

const describeViews = (lab: Lab, views: readonly View[]): Buffer =>
  views[0] ? writeViews(histogramsOf(views), colourOf(lab, views[0])) : Buffer.alloc(0)

const histogramsOf = (views: readonly View[]) => views.map(({ field, box }) => hog(field, box))

/** The bytes of views with these histograms, all of a picture with these colours. */
function writeViews(histograms: readonly Float32Array[], colours: Float32Array): Buffer {
  const projection = openProjection()
  const bytes = Buffer.alloc(histograms.length * viewBytes)
  histograms.forEach((histogram, i) => {
    writeShape(projection(histogram), bytes.subarray(i * viewBytes))
    for (let j = 0; j < colourLength; j++)
      bytes[i * viewBytes + shapeLength + j] = Math.round(colours[j]! * colourNorm)
  })
  return bytes
}

/**
 * Describes a picture that is searched for in all ways, one after the other, so that other work can be done between two: as it is, from `large`;
 * mirrored and turned in the seven other ways of `turnHistogram`, then tilted, from `small`.
 */
export function* describeWays({ large, small }: Record<'large' | 'small', Raster>) {
  yield { views: describe(large, searchedViews), isTransformed: false }
  const turned = describeTurned(small)
  for (let way = 1; way < 8; way++) yield { views: turned(way), isTransformed: true }
  for (const degrees of tilts)
    yield { views: describe(tilted(small, degrees), transformedViews), isTransformed: true }
}

/** What describes a picture mirrored and turned, by the way of `turnHistogram`; its views are those of the picture as it is. */
export function describeTurned(raster: Raster): (way: number) => Buffer {
  const lab = toLab(raster)
  const views = findViews(lab, transformedViews)
  if (!views[0]) return () => Buffer.alloc(0)
  const [histograms, colours] = [histogramsOf(views), colourOf(lab, views[0])]
  return way =>
    writeViews(
      histograms.map(histogram => turnHistogram(histogram, way)),
      colours,
    )
}

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
