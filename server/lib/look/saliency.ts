/** Pixels of a picture, three bytes each, from the top left. */
export type Raster = { data: Uint8Array; width: number; height: number }

/** One number from 0 to 1 for each pixel. */
export type Field = { values: Float32Array; width: number; height: number }

/** Pixels as OKLab: lightness, green–red, blue–yellow, three numbers each. */
export type Lab = { values: Float32Array; width: number; height: number }

/** Distance in OKLab below which two colours are taken for the same: JPEG noise stays below it. */
export const noise = 0.04
/** A border of which this share has one colour is of that colour; otherwise a plane is fitted to it. */
const plainShare = 0.7
/** From this share of the greatest distance, a pixel belongs wholly to what is drawn. */
const fullShare = 0.5

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** sRGB to OKLab (Ottosson 2020). */
export function toLab({ data, width, height }: Raster): Lab {
  const values = new Float32Array(width * height * 3)
  let last = -1
  for (let at = 0; at < values.length; at += 3) {
    const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
    // Neighbours are mostly of one colour, which is then converted once.
    if (colour === last) {
      values[at] = values[at - 3]!
      values[at + 1] = values[at - 2]!
      values[at + 2] = values[at - 1]!
      continue
    }
    last = colour
    const r = linear[data[at]!]!
    const g = linear[data[at + 1]!]!
    const b = linear[data[at + 2]!]!
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    values[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
    values[at + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
    values[at + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  }
  return { values, width, height }
}

/** The most frequent colour among pixels, and the share of them that are near it. */
export function commonColour(lab: Lab, pixels: Int32Array): { colour: number[]; share: number } {
  const { values } = lab
  const sums = new Map<number, [number, number, number, number]>()
  for (const pixel of pixels) {
    const at = pixel * 3
    const key =
      Math.round(values[at]! * 20) * 4096 +
      (Math.round(values[at + 1]! * 20) + 32) * 64 +
      Math.round(values[at + 2]! * 20) +
      32
    const sum = sums.get(key)
    if (!sum) sums.set(key, [1, values[at]!, values[at + 1]!, values[at + 2]!])
    else {
      sum[0]++
      sum[1] += values[at]!
      sum[2] += values[at + 1]!
      sum[3] += values[at + 2]!
    }
  }
  let most: [number, number, number, number] = [0, 0, 0, 0]
  for (const sum of sums.values()) if (sum[0] > most[0]) most = sum
  const colour = most.slice(1).map(sum => sum / Math.max(most[0], 1))
  let near = 0
  for (const pixel of pixels) if (distance(values, pixel * 3, colour) < noise) near++
  return { colour, share: pixels.length ? near / pixels.length : 0 }
}

export function distance(values: Float32Array, at: number, colour: readonly number[]): number {
  const l = values[at]! - colour[0]!
  const a = values[at + 1]! - colour[1]!
  const b = values[at + 2]! - colour[2]!
  return Math.sqrt(l * l + a * a + b * b)
}

/** How far each pixel is from the ground, relative to the rest: the same for a logo in other colours or inverted. */
export function findSaliency(lab: Lab): Field {
  const { values, width, height } = lab
  const border = borderPixels(width, height)
  const { colour, share } = commonColour(lab, border)
  const distances = new Float32Array(width * height)
  if (share >= plainShare)
    for (let pixel = 0; pixel < distances.length; pixel++)
      distances[pixel] = distance(values, pixel * 3, colour)
  else {
    const planes = fitPlanes(lab, border)
    for (let pixel = 0; pixel < distances.length; pixel++)
      distances[pixel] = distance(
        values,
        pixel * 3,
        planes.map(
          ([base, right, down]) => base + right * (pixel % width) + down * Math.floor(pixel / width),
        ),
      )
  }
  return { values: scaled(distances), width, height }
}

/** Distances to 0…1: nothing below the noise, everything from a share of the greatest. */
export function scaled(distances: Float32Array): Float32Array {
  const far = percentile(distances, 0.995)
  const full = Math.max(far * fullShare, noise * 2)
  const salient = new Float32Array(distances.length)
  for (let i = 0; i < distances.length; i++) {
    const value = (distances[i]! - noise) / (full - noise)
    salient[i] = value < 0 ? 0 : value > 1 ? 1 : value
  }
  return salient
}

function percentile(values: Float32Array, share: number): number {
  const counts = new Uint32Array(1024)
  for (let i = 0; i < values.length; i++) counts[Math.min((values[i]! * 1024) | 0, 1023)]!++
  let left = values.length * (1 - share)
  for (let i = 1023; i >= 0; i--) {
    left -= counts[i]!
    if (left < 0) return (i + 0.5) / 1024
  }
  return 0
}

function borderPixels(width: number, height: number): Int32Array {
  const pixels: number[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < 2) pixels.push(y * width + x)
  return Int32Array.from(pixels)
}

type Plane = [base: number, right: number, down: number]

/** A plane for each of lightness, a and b over some pixels, by least squares; twice without the pixels that lie off it. */
function fitPlanes(lab: Lab, pixels: Int32Array): Plane[] {
  let kept = pixels
  let planes: Plane[] = []
  for (let round = 0; round < 3; round++) {
    planes = [0, 1, 2].map(channel => fitPlane(lab, kept, channel))
    const errors = Float32Array.from(kept, pixel =>
      distance(
        lab.values,
        pixel * 3,
        planes.map(
          ([base, right, down]) => base + right * (pixel % lab.width) + down * Math.floor(pixel / lab.width),
        ),
      ),
    )
    const limit = Math.max(errors.toSorted()[Math.floor(errors.length * 0.7)] ?? 0, noise / 2)
    const inside = kept.filter((_, i) => errors[i]! <= limit)
    if (inside.length < 12) break
    kept = inside
  }
  return planes
}

function fitPlane({ values, width }: Lab, pixels: Int32Array, channel: number): Plane {
  const sums = new Float64Array(9)
  for (const pixel of pixels) {
    const x = pixel % width
    const y = Math.floor(pixel / width)
    const value = values[pixel * 3 + channel]!
    const terms = [1, x, y, x * x, x * y, y * y, value, x * value, y * value]
    for (let i = 0; i < 9; i++) sums[i]! += terms[i]!
  }
  const [n, sx, sy, sxx, sxy, syy, sv, sxv, syv] = sums as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const determinant = (a: number[]) =>
    a[0]! * (a[4]! * a[8]! - a[5]! * a[7]!) -
    a[1]! * (a[3]! * a[8]! - a[5]! * a[6]!) +
    a[2]! * (a[3]! * a[7]! - a[4]! * a[6]!)
  const whole = determinant([n, sx, sy, sx, sxx, sxy, sy, sxy, syy])
  if (Math.abs(whole) < 1e-6) return [sv / Math.max(n, 1), 0, 0]
  return [
    determinant([sv, sx, sy, sxv, sxx, sxy, syv, sxy, syy]) / whole,
    determinant([n, sv, sy, sx, sxv, sxy, sy, syv, syy]) / whole,
    determinant([n, sx, sv, sx, sxx, sxv, sy, sxy, syv]) / whole,
  ]
}
