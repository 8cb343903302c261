import { differenceFrom, type Lab, labOf } from './difference.ts'

/** Values of each channel in a cell. */
const side = 8
const cellOf = (rgb: number) => ((rgb >> 9) & 0x7c00) | ((rgb >> 6) & 0x3e0) | ((rgb >> 3) & 0x1f)
const firstOf = (cell: number) => ((cell & 0x7c00) << 9) | ((cell & 0x3e0) << 6) | ((cell & 0x1f) << 3)

/** A part of the RGB cube that holds known colours: its middle, and how far its colours are from that. */
type Cell = { lab: Lab; reach: number; reachInPlane: number }

/**
 * The different colours of a gallery, numbered. Whether a colour is near another is decided for cells of 512 colours at once,
 * and colour by colour only in cells that the distance may cut.
 */
export function makeColorCells() {
  const numbers = new Map<number, number>()
  let labs = new Float32Array(3 * 1024)
  let cellIndexes = new Uint16Array(1024)
  const cells: Cell[] = []
  const known = new Int32Array(32 ** 3).fill(-1)

  function addCell(cell: number) {
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
    known[cell] = cells.length
    cells.push({ lab, reach, reachInPlane })
  }

  return {
    /** The number of a colour, 0xRRGGBB. */
    numberOf(rgb: number): number {
      const number = numbers.get(rgb)
      if (number !== undefined) return number
      const next = numbers.size
      if (next === cellIndexes.length) {
        const [moreLabs, moreIndexes] = [new Float32Array(6 * next), new Uint16Array(2 * next)]
        moreLabs.set(labs)
        moreIndexes.set(cellIndexes)
        ;[labs, cellIndexes] = [moreLabs, moreIndexes]
      }
      const cell = cellOf(rgb)
      if (known[cell] === -1) addCell(cell)
      numbers.set(rgb, next)
      labs.set(labOf(rgb), 3 * next)
      cellIndexes[next] = known[cell]!
      return next
    },

    /** By their numbers, 1 for the colours whose difference from `rgb` is at most `within`. */
    findNear(rgb: number, within: number): Uint8Array {
      const from = labOf(rgb)
      const difference = differenceFrom(from)
      const states = new Uint8Array(cells.length)
      for (let i = 0; i < cells.length; i++) states[i] = stateOf(cells[i]!, from, difference, within)
      const near = new Uint8Array(numbers.size)
      for (let i = 0; i < near.length; i++) {
        const state = states[cellIndexes[i]!]!
        near[i] =
          state === cut
            ? difference(labs[3 * i]!, labs[3 * i + 1]!, labs[3 * i + 2]!) <= within
              ? 1
              : 0
            : state
      }
      return near
    },
  }
}

export type ColorCells = ReturnType<typeof makeColorCells>

const [outside, inside, cut] = [0, 1, 2]

/**
 * Whether all colours of a cell, some, or none are near. CIEDE2000 is no metric: within a cell it varies by up to twice
 * what its corners differ from its middle, and where hues are opposite it jumps; a test compares both with each colour.
 */
function stateOf(cell: Cell, from: Lab, difference: ReturnType<typeof differenceFrom>, within: number) {
  const [l, a, b] = cell.lab
  const distance = difference(l, a, b)
  if (Math.abs(distance - within) <= 2 * cell.reach + 0.5) return cut
  const chroma = Math.hypot(from[1], from[2])
  const reach = chroma * (1.1 * cell.reachInPlane + 0.1)
  if (Math.abs(from[1] * b - from[2] * a) <= reach && from[1] * a + from[2] * b <= reach) return cut
  return distance <= within ? inside : outside
}
