import { differenceFrom, type Lab, labOf } from './difference.ts'

// The RGB cube in 32 × 32 × 32 cells of 512 colours, so that whether colours are near another one is decided for many at once.

/** Values of each channel in a cell. */
const side = 8
const cellCount = 32 ** 3

/** A colour, 0xRRGGBB, as a number by which the colours of a cell follow each other: 15 bits of the cell, 9 within it. */
export const keyOf = (rgb: number) =>
  (((rgb >> 9) & 0x7c00) | ((rgb >> 6) & 0x3e0) | ((rgb >> 3) & 0x1f)) * 512 +
  (((rgb >> 10) & 0x1c0) | ((rgb >> 5) & 0x38) | (rgb & 7))
export const cellOf = (key: number) => key >> 9
export const colorOf = (key: number) =>
  firstOf(cellOf(key)) | ((key & 0x1c0) << 10) | ((key & 0x38) << 5) | (key & 7)
const firstOf = (cell: number) => ((cell & 0x7c00) << 9) | ((cell & 0x3e0) << 6) | ((cell & 0x1f) << 3)

/**
 * A cell's middle; by how much the difference of a colour from the others of the cell may be more or less than that from the middle, where
 * hues are not opposite; and how far its corners are from the middle in the plane of a and b.
 */
export type Cell = { lab: Lab; spread: number; reachInPlane: number }

/**
 * CIEDE2000 is no metric: from another colour, corners of a cell differ by more than they do from its middle. Measured from 1,500 colours to all
 * corners of all cells, 1.83 times as much, and 2.17 times where the cell is nearly grey, and half a unit more.
 */
const [stretch, greyStretch, greyChroma] = [2, 2.4, 15]
const more = 0.5
const known: (Cell | undefined)[] = Array(cellCount)

export function findCell(cell: number): Cell {
  const found = known[cell]
  if (found) return found
  const first = firstOf(cell)
  const lab = labOf(first + (side / 2) * 0x010101)
  const differenceFromMiddle = differenceFrom(lab)
  let [reach, reachInPlane] = [0, 0]
  for (let corner = 0; corner < 8; corner++) {
    const far = side - 1
    const [l, a, b] = labOf(
      first + (corner & 1) * far + ((corner >> 1) & 1) * far * 256 + ((corner >> 2) & 1) * far * 65_536,
    )
    reach = Math.max(reach, differenceFromMiddle(l, a, b))
    reachInPlane = Math.max(reachInPlane, Math.hypot(a - lab[1], b - lab[2]))
  }
  const stretched = reach * (Math.hypot(lab[1], lab[2]) < greyChroma ? greyStretch : stretch)
  const made = { lab, spread: stretched + more, reachInPlane }
  known[cell] = made
  return made
}
