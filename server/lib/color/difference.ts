import { toLinear } from './oklab.ts'

/** CIELAB with the white point D65. */
export type Lab = readonly [lightness: number, a: number, b: number]

const cube = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116)

/** A colour, 0xRRGGBB, as CIELAB, in single precision, so that it may be kept in a `Float32Array`. */
export function labOf(rgb: number): Lab {
  const r = toLinear((rgb >> 16) & 255)
  const g = toLinear((rgb >> 8) & 255)
  const b = toLinear(rgb & 255)
  const x = cube(
    (0.4123907992659595 * r + 0.357584339383878 * g + 0.1804807884018343 * b) / 0.9504559270516716,
  )
  const y = cube(0.21263900587151027 * r + 0.715168678767756 * g + 0.07219231536073371 * b)
  const z = cube(
    (0.01933081871559182 * r + 0.11919477979462598 * g + 0.9505321522496607 * b) / 1.0890577507598784,
  )
  return [Math.fround(116 * y - 16), Math.fround(500 * (x - y)), Math.fround(200 * (y - z))]
}

const pow25to7 = 25 ** 7
const degree = Math.PI / 180
const cosOf = (degrees: number) => Math.cos(degrees * degree)
const sinOf = (degrees: number) => Math.sin(degrees * degree)
const [cos30, sin30, cos6, sin6, cos63, sin63] = [
  cosOf(30),
  sinOf(30),
  cosOf(6),
  sinOf(6),
  cosOf(63),
  sinOf(63),
]

/**
 * The difference of a colour from others by CIEDE2000 (Sharma 2005); about 1 is the least that an eye notices side by side.
 * Angles are kept as unit vectors: without a trigonometric function for most pairs, ten times as fast as the usual form.
 */
export function differenceFrom([l1, a1, b1]: Lab): (l2: number, a2: number, b2: number) => number {
  const c1 = Math.sqrt(a1 * a1 + b1 * b1)
  return (l2, a2, b2) => {
    // Equal colours are exact: rounding would leave a millionth.
    if (l1 === l2 && a1 === a2 && b1 === b2) return 0
    const mean7 = toThe7th((c1 + Math.sqrt(a2 * a2 + b2 * b2)) / 2)
    const stretch = 1.5 - 0.5 * Math.sqrt(mean7 / (mean7 + pow25to7))
    const x1 = a1 * stretch
    const x2 = a2 * stretch
    const chroma1 = Math.sqrt(x1 * x1 + b1 * b1)
    const chroma2 = Math.sqrt(x2 * x2 + b2 * b2)
    const lightness = (l1 + l2) / 2 - 50
    const squared = lightness * lightness
    const byLightness = (l2 - l1) / (1 + (0.015 * squared) / Math.sqrt(20 + squared))
    const chroma = (chroma1 + chroma2) / 2
    const byChroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    const product = chroma1 * chroma2
    if (product === 0) return Math.sqrt(byLightness * byLightness + byChroma * byChroma)

    // The mean hue is the direction between the two; that of opposite ones is at a right angle to both.
    const cosTurn = Math.max(-1, Math.min(1, (x1 * x2 + b1 * b2) / product))
    const isLeft = x1 * b2 - x2 * b1 >= 0
    let x = x1 / chroma1 + x2 / chroma2
    let y = b1 / chroma1 + b2 / chroma2
    const length = Math.sqrt(x * x + y * y)
    if (length > 1e-7) {
      x /= length
      y /= length
    } else {
      x = -b1 / chroma1
      y = x1 / chroma1
    }
    const cos2 = x * x - y * y
    const sin2 = 2 * x * y
    const cos3 = cos2 * x - sin2 * y
    const sin3 = sin2 * x + cos2 * y
    const t =
      1 -
      0.17 * (x * cos30 + y * sin30) +
      0.24 * cos2 +
      0.32 * (cos3 * cos6 - sin3 * sin6) -
      0.2 * ((cos2 * cos2 - sin2 * sin2) * cos63 + 2 * cos2 * sin2 * sin63)
    const sinHalf = Math.sqrt((1 - cosTurn) / 2)
    const byHue = (2 * Math.sqrt(product) * (isLeft ? sinHalf : -sinHalf)) / (1 + 0.015 * chroma * t)
    const sum = byLightness * byLightness + byChroma * byChroma + byHue * byHue
    // Only hues around blue turn.
    return Math.sqrt(y < 0 ? sum + rotation(x, y, chroma) * byChroma * byHue : sum)
  }
}

function rotation(x: number, y: number, chroma: number): number {
  const chroma7 = toThe7th(chroma)
  const blue = (Math.atan2(y, x) / degree + 360 - 275) / 25
  return -2 * Math.sqrt(chroma7 / (chroma7 + pow25to7)) * Math.sin(60 * degree * Math.exp(-blue * blue))
}

/** Several times as fast as `x ** 7`. */
function toThe7th(x: number): number {
  const cubed = x * x * x
  return cubed * cubed * x
}
