import { cellOf, colorOf, findCell, keyOf } from './cells.ts'
import { differenceFrom, type Lab, labOf } from './difference.ts'
import { type Measured, makeMeasured } from './difference-module.ts'

/** Gives other work a turn once enough time has passed. */
export type Rest = () => Promise<void> | undefined

/** The middles of some cells, and how far their colours are from those, as in `Cell`. */
type Cells = { count: number; middles: Measured; spread: Float32Array; reachInPlane: Float32Array }

/** The different colours of a gallery in the order of their cells, each with the logos that have it. It is never changed. */
export type ColorTable = {
  /** The cells that have colours, and the first colour of each; one more at the end. */
  cells: Cells
  firstColor: Uint32Array
  /** The colours, and the first of the logos of each; one more at the end. */
  keys: Uint32Array
  colors: Measured
  firstLogo: Uint32Array
  logos: Uint32Array
}

export const emptyTable: ColorTable = {
  ...gatherCells(new Uint32Array(0)),
  keys: new Uint32Array(0),
  colors: makeMeasured(0),
  firstLogo: new Uint32Array(1),
  logos: new Uint32Array(0),
}

/** More than any id of a logo. */
const idSpan = 2 ** 28
/** Steps between two looks at the clock. */
const stride = 4096

/** The table with the colours of these logos in place of what it knows of them. */
export async function mergeColors(
  table: ColorTable,
  changed: ReadonlyMap<number, readonly number[]>,
  rest: Rest,
): Promise<ColorTable> {
  const added = sortEntries(changed)
  const { keys, firstLogo, logos, colors } = table
  const newKeys = new Uint32Array(keys.length + added.length)
  const newFirst = new Uint32Array(newKeys.length + 1)
  const newLogos = new Uint32Array(logos.length + added.length)
  const newColors = makeMeasured(newKeys.length)
  let [color, logo, entry] = [0, 0, 0]
  for (let old = 0; old < keys.length || entry < added.length; ) {
    const oldKey = keys[old] ?? Number.POSITIVE_INFINITY
    const key = Math.min(oldKey, entry < added.length ? Math.floor(added[entry]! / idSpan) : oldKey)
    newFirst[color] = logo
    if (key === oldKey)
      for (let i = firstLogo[old]!; i < firstLogo[old + 1]!; i++)
        if (!changed.has(logos[i]!)) newLogos[logo++] = logos[i]!
    for (; entry < added.length && Math.floor(added[entry]! / idSpan) === key; entry++)
      newLogos[logo++] = added[entry]! % idSpan
    if (logo > newFirst[color]!) {
      newKeys[color] = key
      newColors.set(color++, key === oldKey ? colors.labOf(old) : labOf(colorOf(key)))
    }
    if (key === oldKey) old++
    if ((old + entry) % stride === 0) await rest()
  }
  newFirst[color] = logo
  return {
    ...gatherCells(newKeys.subarray(0, color)),
    keys: newKeys.slice(0, color),
    colors: newColors,
    firstLogo: newFirst.slice(0, color + 1),
    logos: newLogos.slice(0, logo),
  }
}

/** Colours with their logos, by colour and then by logo, as one number each. */
function sortEntries(changed: ReadonlyMap<number, readonly number[]>): Float64Array {
  let count = 0
  for (const colors of changed.values()) count += colors.length
  const entries = new Float64Array(count)
  let at = 0
  for (const [id, colors] of changed) for (const color of colors) entries[at++] = keyOf(color) * idSpan + id
  return entries.sort()
}

function gatherCells(keys: Uint32Array): Pick<ColorTable, 'cells' | 'firstColor'> {
  const numbers: number[] = []
  const firstColor: number[] = []
  for (let color = 0; color < keys.length; color++) {
    const cell = cellOf(keys[color]!)
    if (cell === numbers.at(-1)) continue
    numbers.push(cell)
    firstColor.push(color)
  }
  const cells = numbers.map(findCell)
  const middles = makeMeasured(cells.length)
  for (const [i, { lab }] of cells.entries()) middles.set(i, lab)
  return {
    cells: {
      count: cells.length,
      middles,
      spread: Float32Array.from(cells, cell => cell.spread),
      reachInPlane: Float32Array.from(cells, cell => cell.reachInPlane),
    },
    firstColor: Uint32Array.from([...firstColor, keys.length]),
  }
}

const [outside, inside, cut] = [0, 1, 2]

/**
 * Whether all colours of each cell, some, or none are near. Where hues are opposite the difference jumps, but from a grey, which has none; a
 * test compares with each colour.
 */
function listStates({ count, middles, spread, reachInPlane }: Cells, from: Lab, within: number): Uint8Array {
  const states = new Uint8Array(count)
  const [, fromA, fromB] = from
  const chroma = Math.sqrt(fromA * fromA + fromB * fromB)
  middles.measure(from, 0, count)
  for (let i = 0; i < count; i++) {
    const distance = Math.sqrt(middles.squareOf(i))
    const [, a, b] = middles.labOf(i)
    const across = chroma * (1.1 * reachInPlane[i]! + 0.1)
    const isOpposite =
      chroma > 0 && Math.abs(fromA * b - fromB * a) <= across && fromA * a + fromB * b <= across
    // Also taken where the distance is not a number.
    if (isOpposite || !(Math.abs(distance - within) > spread[i]!)) states[i] = cut
    else states[i] = distance <= within ? inside : outside
  }
  return states
}

/** Sets the bits of the logos that have a colour whose difference from `rgb` is at most `within`; bit 0 is the highest one of a byte. */
export async function markNear(
  { cells, firstColor, colors, firstLogo, logos }: ColorTable,
  bits: Uint8Array,
  { rgb, within }: { rgb: number; within: number },
  rest: Rest,
) {
  const from = labOf(rgb)
  const difference = differenceFrom(from)
  const mark = (color: number, end: number) => {
    for (let i = firstLogo[color]!; i < firstLogo[end]!; i++) {
      const id = logos[i]!
      bits[id >> 3]! |= 0x80 >> (id & 7)
    }
  }
  /** Marks those of the colours of a group, four side by side, that are near. */
  const markGroup = (group: number, first: number, end: number) => {
    const near = colors.nearOf(group)
    if ((near & 15) === 15) return mark(first, end)
    for (let color = first; color < end; color++) {
      const bit = near >> (color & 3)
      if (bit & 1 || (bit & 16 && difference(...colors.labOf(color)) <= within)) mark(color, color + 1)
    }
  }
  const states = listStates(cells, from, within)
  for (let i = 0; i < cells.count; i++) {
    if (states[i] === outside) continue
    const [first, end] = [firstColor[i]!, firstColor[i + 1]!]
    if (states[i] === inside) mark(first, end)
    else {
      // Read before any pause: another search measures in the same memory.
      colors.measure(from, first, end, within)
      for (let group = first >> 2; group * 4 < end; group++)
        if (colors.nearOf(group)) markGroup(group, Math.max(first, group * 4), Math.min(end, group * 4 + 4))
    }
    if (i % 64 === 63) await rest()
  }
}
