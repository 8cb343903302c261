import { differenceFrom, type Lab, labOf } from './difference.ts'
import { makeMeasured } from './difference-module.ts'

// The RGB cube in 32 × 32 × 32 cells of 512 colours, so that whether colours are near another one is decided for many at once.

/** Values of each channel in a cell. */
const side = 8
export const cellCount = 32 ** 3
/** Corners of cells along an edge of the cube. */
const edge = 33
/** From a cell's first corner to each of them. */
const steps = [0, 1].flatMap(r => [0, 1].flatMap(g => [0, 1].map(b => (r * edge + g) * edge + b)))
/** Cells follow each other in blocks of 8 × 8 × 8. */
export const blockSize = 512
export const blockCount = cellCount / blockSize

/** A colour, 0xRRGGBB, as a number by which the colours of a cell follow each other: 15 bits of the cell, 9 within it. */
export const keyOf = (rgb: number) =>
  (((rgb >> 9) & 0x6000) |
    ((rgb >> 3) & 0x1800) |
    ((rgb << 3) & 0x600) |
    ((rgb >> 13) & 0x1c0) |
    ((rgb >> 8) & 0x38) |
    ((rgb >> 3) & 7)) *
    512 +
  (((rgb >> 10) & 0x1c0) | ((rgb >> 5) & 0x38) | (rgb & 7))
export const cellOf = (key: number) => key >> 9
export const colorOf = (key: number) =>
  firstOf(cellOf(key)) | ((key & 0x1c0) << 10) | ((key & 0x38) << 5) | (key & 7)
const redOf = (cell: number) => ((cell >> 10) & 24) | ((cell >> 6) & 7)
const greenOf = (cell: number) => ((cell >> 8) & 24) | ((cell >> 3) & 7)
const blueOf = (cell: number) => ((cell >> 6) & 24) | (cell & 7)
const firstOf = (cell: number) => (redOf(cell) << 19) | (greenOf(cell) << 11) | (blueOf(cell) << 3)
const firstCornerOf = (cell: number) => (redOf(cell) * edge + greenOf(cell)) * edge + blueOf(cell)

const outside = 0
export const [inside, cut] = [1, 2]

/**
 * By how much more colours of a cell may differ from another one than all of its corners do, and by how much less, in times of the cell's
 * reach, which is the difference of its middle from the furthest corner. Measured from 600 colours to 64 of each cell, at most 0.11 more and
 * 0.14 less.
 */
const [more, less] = [0.25, 0.25]
/** How much less near the other colour, within so many times the reach, and where a cell has less chroma than this; measured 0.96. */
const [lessBent, bentWithin, greyChroma] = [1.25, 3, 15]
/** How much less, not in times of the reach, where hues are opposite: there the difference jumps. Measured from 1,107 colours 8.5. */
const lessOpposite = 15
/** What the WebAssembly module may be off, up to a difference of 100. */
const off = 0.5

/**
 * The corners of all cells; of each cell its first corner, its reach, how much less its colours may differ elsewhere than near, a and b of its
 * middle, and how far its corners are from that in their plane.
 */
function makeCells() {
  const corners = makeMeasured(edge ** 3)
  const channel = (i: number) => Math.min((i % edge) * side, 255)
  for (let i = 0; i < edge ** 3; i++)
    corners.set(
      i,
      labOf((channel(Math.floor(i / edge ** 2)) << 16) | (channel(Math.floor(i / edge)) << 8) | channel(i)),
    )
  const firstCorner = Uint32Array.from({ length: cellCount }, (_, cell) => firstCornerOf(cell))
  const none = () => new Float32Array(cellCount)
  const [reach, below, middleA, middleB, inPlane] = [none(), none(), none(), none(), none()]
  for (let cell = 0; cell < cellCount; cell++) {
    const middle = labOf(firstOf(cell) + (side / 2) * 0x010101)
    const [, a, b] = middle
    const difference = differenceFrom(middle)
    for (const step of steps) {
      const corner = corners.labOf(firstCorner[cell]! + step)
      reach[cell] = Math.max(reach[cell]!, difference(...corner))
      inPlane[cell] = Math.max(inPlane[cell]!, Math.hypot(corner[1] - a, corner[2] - b))
    }
    middleA[cell] = a
    middleB[cell] = b
    below[cell] = reach[cell]! * (Math.hypot(a, b) < greyChroma ? lessBent : less)
  }
  return {
    corners,
    firstCorner,
    distances: new Float32Array(edge ** 3),
    reach,
    below,
    middleA,
    middleB,
    inPlane,
  }
}
let cells: ReturnType<typeof makeCells> | undefined
/** Takes a fifth of a second once. */
export const prepareCells = () => (cells ??= makeCells())

/** Whether all colours of each cell, some, or none are within a difference of `from`. */
export function listStates(from: Lab, within: number): Uint8Array {
  const { corners, firstCorner, distances, reach, below, middleA, middleB, inPlane } = prepareCells()
  const difference = differenceFrom(from)
  corners.measure(from, 0, edge ** 3)
  for (let i = 0; i < edge ** 3; i++) {
    const distance = Math.sqrt(corners.squareOf(i))
    // Not a number where hues are opposite.
    distances[i] = distance >= 0 ? distance : difference(...corners.labOf(i))
  }
  const [, fromA, fromB] = from
  const chroma = Math.hypot(fromA, fromB)
  /** Not from a grey, which has no hue. */
  const isOpposite = (cell: number) => {
    const [a, b] = [middleA[cell]!, middleB[cell]!]
    const across = chroma * (1.1 * inPlane[cell]! + 0.1)
    return chroma > 0 && fromA * a + fromB * b <= across && Math.abs(fromA * b - fromB * a) <= across
  }
  const states = new Uint8Array(cellCount)
  for (let cell = 0; cell < cellCount; cell++) {
    const corner = firstCorner[cell]!
    const c0 = distances[corner]!
    const c1 = distances[corner + 1]!
    const c2 = distances[corner + edge]!
    const c3 = distances[corner + edge + 1]!
    const c4 = distances[corner + edge * edge]!
    const c5 = distances[corner + edge * edge + 1]!
    const c6 = distances[corner + edge * edge + edge]!
    const c7 = distances[corner + edge * edge + edge + 1]!
    const nearest = Math.min(c0, c1, c2, c3, c4, c5, c6, c7)
    const size = reach[cell]!
    if (nearest > within + off + lessOpposite) states[cell] = outside
    else if (isOpposite(cell)) states[cell] = cut
    else if (nearest > within + off + (nearest < bentWithin * size ? lessBent * size : below[cell]!))
      states[cell] = outside
    else states[cell] = Math.max(c0, c1, c2, c3, c4, c5, c6, c7) < within - off - more * size ? inside : cut
  }
  return states
}
