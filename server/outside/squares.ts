import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { atlasColumns, densities, squareSide } from '../../shared/rules/sixteen.ts'
import { stripPlace } from '../../shared/rules/true-sizes.ts'
import { toOklab } from '../lib/color/oklab.ts'
import type { Files } from './files.ts'
import { completeImage, pictureHash } from './images.ts'

/** A logo at 16 px for both pixel densities: raw pixels, three bytes each. */
export type Square = readonly [small: Buffer, large: Buffer]

/** An atlas as it is stored. */
export type AtlasPictures = { image: string; small: Buffer; large: Buffer }

const sides = densities.map(density => density * squareSide)

/** A logo's square from its strip; before that is made, from its smallest picture. Undefined without either. */
export async function readSquare(files: Files, image: string): Promise<Square | undefined> {
  const hash = pictureHash(image)
  const strip = await files.get(`images/${completeImage(hash)}-strip.webp`)
  if (strip) {
    const { data, info } = await sharp(strip).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const cut = densities.map(density => {
      const { left, top, side } = stripPlace(squareSide, density)
      return cutOut(data, info.width, left, top, side)
    })
    return cut as unknown as Square
  }
  const picture = await files.get(`images/${hash}-320.webp`)
  if (!picture) return undefined
  const scaled = sides.map(side => sharp(picture).resize(side, side).removeAlpha().raw().toBuffer())
  return (await Promise.all(scaled)) as unknown as Square
}

function cutOut(pixels: Buffer, width: number, left: number, top: number, side: number): Buffer {
  const square = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++) {
    const from = ((top + y) * width + left) * 3
    pixels.copy(square, y * side * 3, from, from + side * 3)
  }
  return square
}

/**
 * Draws squares into an atlas, in rows of 16. Its hash also covers the ids of the logos, since two logos may have the
 * same picture.
 */
export async function drawAtlas(
  members: readonly { logo_id: number; square: Square }[],
): Promise<AtlasPictures> {
  const squares = members.map(member => member.square)
  const [small, large] = await Promise.all(densities.map((_, i) => drawPicture(squares, i)))
  const image = createHash('sha256')
    .update(small!)
    .update(large!)
    .update(members.map(member => member.logo_id).join())
    .digest('hex')
    .slice(0, 32)
  return { image, small: small!, large: large! }
}

function drawPicture(squares: readonly Square[], density: number): Promise<Buffer> {
  const side = sides[density]!
  const width = atlasColumns * side
  const height = Math.ceil(squares.length / atlasColumns) * side
  const pixels = Buffer.alloc(width * height * 3, 255)
  for (const [slot, square] of squares.entries()) {
    const [left, top] = [(slot % atlasColumns) * side, Math.floor(slot / atlasColumns) * side]
    for (let y = 0; y < side; y++)
      square[density]!.copy(pixels, ((top + y) * width + left) * 3, y * side * 3, (y + 1) * side * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ lossless: true, effort: 3 })
    .toBuffer()
}

/** The squares of an atlas, as `drawAtlas` was given them. */
export async function readAtlas(
  atlas: Pick<AtlasPictures, 'small' | 'large'>,
  count: number,
): Promise<Square[]> {
  const [small, large] = await Promise.all(
    [atlas.small, atlas.large].map(picture => sharp(picture).removeAlpha().raw().toBuffer()),
  )
  return Array.from({ length: count }, (_, slot) => {
    const cut = sides.map((side, i) =>
      cutOut(
        [small!, large!][i]!,
        atlasColumns * side,
        (slot % atlasColumns) * side,
        Math.floor(slot / atlasColumns) * side,
        side,
      ),
    )
    return cut as unknown as Square
  })
}

type Colour = readonly [lightness: number, a: number, b: number]

const chromaOf = ([, a, b]: Colour) => Math.hypot(a, b)
/** In degrees, from the reds that tend to pink. */
const hueOf = ([, a, b]: Colour) => Math.round((Math.atan2(b, a) * 180) / Math.PI + 375) % 360

/** Groups of grounds in their order. */
const bands = { white: 0, pale: 1, hue: 2, grey: 3, black: 4 } as const

/**
 * Where a square stands in the order of the grounds: white ones by the hue of the ink, pale ones, the hues, greys, and black
 * ones by the hue of the ink. Without hue comes last, from light to dark.
 */
export function placeOf([, large]: Square, ground: string | null): number {
  const own = ground ? colourOfHex(ground) : colourOfEdge(large)
  const band = bandOf(own)
  const shown = band === 'hue' || band === 'grey' ? own : inkOf(large, own)
  const hue = chromaOf(shown) < 0.03 ? 511 : hueOf(shown)
  const depth = Math.round((1 - Math.min(1, Math.max(0, shown[0]))) * 1023)
  // 3 bits of the group, 9 of the hue, 10 of the lightness.
  return (((bands[band] << 9) | hue) << 10) | depth
}

function bandOf(colour: Colour): keyof typeof bands {
  const [lightness] = colour
  const chroma = chromaOf(colour)
  if (lightness > 0.985 && chroma < 0.01) return 'white'
  if (lightness < 0.24 || (lightness < 0.34 && chroma < 0.06)) return 'black'
  if (lightness > 0.88 && chroma < 0.05) return 'pale'
  return chroma < 0.03 ? 'grey' : 'hue'
}

function colourOfHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return toOklab(value >> 16, (value >> 8) & 255, value & 255)
}

const colourAt = (pixels: Buffer, pixel: number): Colour =>
  toOklab(pixels[pixel * 3]!, pixels[pixel * 3 + 1]!, pixels[pixel * 3 + 2]!)

/** The mean of some colours, each by its weight. */
function meanOf(colours: readonly { colour: Colour; weight: number }[]): Colour | undefined {
  const whole = colours.reduce((sum, { weight }) => sum + weight, 0)
  if (!whole) return undefined
  const mean = (i: 0 | 1 | 2) =>
    colours.reduce((sum, { colour, weight }) => sum + colour[i] * weight, 0) / whole
  return [mean(0), mean(1), mean(2)]
}

function colourOfEdge(pixels: Buffer): Colour {
  const side = sides[1]!
  const edge = Array.from({ length: side }, (_, i) => [
    i,
    (side - 1) * side + i,
    i * side,
    (i + 1) * side - 1,
  ])
  return meanOf(edge.flat().map(pixel => ({ colour: colourAt(pixels, pixel), weight: 1 })))!
}

/** The colour of what stands on the ground: pixels weigh more, the more they differ from it. */
function inkOf(pixels: Buffer, ground: Colour): Colour {
  const differing = Array.from({ length: pixels.length / 3 }, (_, pixel) => {
    const colour = colourAt(pixels, pixel)
    const distance = Math.hypot(colour[0] - ground[0], colour[1] - ground[1], colour[2] - ground[2])
    return { colour, weight: distance < 0.05 ? 0 : distance ** 2 }
  })
  return meanOf(differing) ?? ground
}
