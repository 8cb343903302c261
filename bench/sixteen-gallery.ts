import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeDesigner } from '../demo/designer.ts'
import { makeLogo } from '../demo/logo.ts'
import { createRandom } from '../demo/random.ts'
import { completeImage } from '../server/outside/images.ts'
import { squareSide } from '../shared/rules/sixteen.ts'
import { densities, stripPlace, stripSize } from '../shared/rules/true-sizes.ts'
import { fillLogos } from './data.ts'
import { makeGallery } from './make-gallery.ts'

// A gallery whose logos have different squares: in that of data.ts some thousands share each picture, which makes atlases ten
// times smaller than they are.

const seed = 'colophon sixteen'
/** Logos that are drawn; the others are turned or mirrored ones of these in other shades. */
const mostDrawn = 4000
/** Logos with a square of their own. In a larger gallery each square is there several times, and the job doesn't draw it. */
export const mostDistinct = 40_000
/** The gallery of that size in bench/data, made where it is missing. */
export async function openSixteenGallery(logos: number, say: (line: string) => void): Promise<string> {
  const folder = join(import.meta.dirname, 'data', `sixteen-${logos}`)
  if (!existsSync(folder))
    await makeGallery(folder, async (url, files) => {
      const drawn = logos <= mostDistinct ? await drawAll(Math.min(logos, mostDrawn)) : []
      await fillLogos(url, logos, logoId => pictureOf(logoId, drawn), say)
      if (drawn.length) await writeStrips(files, logos, drawn, say)
    })
  return folder
}

const hashOf = (logoId: number) => createHash('sha256').update(`${seed} ${logoId}`).digest('hex').slice(0, 32)

type Squares = readonly Buffer[]

const squaresOf = (logoId: number, drawn: readonly Squares[]) =>
  variantOf(drawn[logoId % drawn.length]!, logoId, Math.floor(logoId / drawn.length))

/** The ground is the colour of a corner. The job takes logos in the order of their grounds; where none are drawn, it draws none. */
const pictureOf = (logoId: number, drawn: readonly Squares[]) => ({
  image: completeImage(hashOf(((logoId - 1) % mostDistinct) + 1)),
  side: 900,
  ground: drawn.length ? `#${squaresOf(logoId, drawn)[1]!.toString('hex', 0, 3)}` : null,
  palette: { kind: null, colors: [] },
})

/** Writes all that Sixteen reads of a logo's picture, without waiting for the disk. */
async function writeStrips(
  files: string,
  logos: number,
  drawn: readonly Squares[],
  say: (line: string) => void,
) {
  const began = performance.now()
  const atOnce = 8
  for (let from = 1; from <= logos; from += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, logos - from + 1) }, (_, i) => from + i)
    await Promise.all(
      ids.map(async id => {
        const hash = hashOf(id)
        const shard = join(files, 'images', hash.slice(0, 2))
        await mkdir(shard, { recursive: true })
        const strip = await makeStrip(squaresOf(id, drawn))
        await writeFile(join(shard, `${completeImage(hash)}-strip.webp`), strip)
      }),
    )
    if (from % 40_000 === 1) say(`${from - 1} pictures: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
}

async function drawAll(count: number): Promise<Squares[]> {
  const drawn: Squares[] = []
  for (let i = 0; i < count; i++) drawn.push(await drawSquares(i))
  return drawn
}

/** A logo at 16 and 32 px: raw pixels. */
function drawSquares(index: number): Promise<Squares> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const svg = Buffer.from(makeLogo(seed, index, makeDesigner(seed, index)).svg)
  return Promise.all(
    densities.map(density => {
      const side = squareSide * density
      return sharp(svg).resize(side, side).flatten({ background: '#ffffff' }).raw().toBuffer()
    }),
  )
}

/** The same squares in one of eight positions and in a shade of their own: white stays white, and black black. */
function variantOf(squares: Squares, logoId: number, variant: number): Buffer[] {
  if (!variant) return [...squares]
  const random = createRandom(`${seed} ${logoId}`)
  const shade = [0, 1, 2].map(() => random.range(0.88, 1)) as [number, number, number]
  return squares.map((square, i) => {
    const side = squareSide * densities[i]!
    const other = Buffer.alloc(square.length)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const [across, down] = [variant & 1 ? side - 1 - x : x, variant & 2 ? side - 1 - y : y]
        const from = (variant & 4 ? across * side + down : down * side + across) * 3
        for (const channel of [0, 1, 2] as const)
          other[(y * side + x) * 3 + channel] =
            255 - Math.round((255 - square[from + channel]!) * shade[channel])
      }
    return other
  })
}

/** A strip without its larger sizes. */
function makeStrip(squares: Squares): Promise<Buffer> {
  const { width } = stripSize
  const places = densities.map(density => stripPlace(squareSide, density))
  const height = Math.max(...places.map(({ top, side }) => top + side))
  const pixels = Buffer.alloc(width * height * 3, 255)
  for (const [i, { left, top, side }] of places.entries())
    for (let y = 0; y < side; y++)
      squares[i]!.copy(pixels, ((top + y) * width + left) * 3, y * side * 3, (y + 1) * side * 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
}
