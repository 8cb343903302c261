import {
  blockCount,
  blockSize,
  cellCount,
  cellOf,
  colorOf,
  cut,
  inside,
  keyOf,
  listStates,
  prepareCells,
} from './cells.ts'
import { differenceFrom, labOf } from './difference.ts'
import { type Measured, makeMeasured } from './difference-module.ts'

/** Gives other work a turn once enough time has passed. */
export type Rest = () => Promise<void> | undefined

/** The different colours of a gallery in the order of their cells, each with the logos that have it. It is never changed. */
export type ColorTable = {
  /** The first colour of each cell; one more at the end. */
  firstColor: Uint32Array
  /** The colours, and the first of the logos of each; one more at the end. */
  keys: Uint32Array
  colors: Measured
  firstLogo: Uint32Array
  logos: Uint32Array
  /** The logos of each block of cells as bits, which are set in a tenth of the time when all its colours are near. */
  blocks: Uint32Array[]
}

export const emptyTable: ColorTable = {
  firstColor: new Uint32Array(cellCount + 1),
  keys: new Uint32Array(0),
  colors: makeMeasured(0),
  firstLogo: new Uint32Array(1),
  logos: new Uint32Array(0),
  blocks: Array(blockCount).fill(new Uint32Array(0)),
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
  // Here, so that no search waits for it.
  prepareCells()
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
  const merged = {
    firstColor: countCells(newKeys.subarray(0, color)),
    keys: newKeys.slice(0, color),
    colors: newColors,
    firstLogo: newFirst.slice(0, color + 1),
    logos: newLogos.slice(0, logo),
    blocks: [] as Uint32Array[],
  }
  const words = Math.ceil((merged.logos.reduce((most, id) => Math.max(most, id), 0) + 1) / 32)
  for (let block = 0; block < blockCount; block++) {
    const bits = new Uint8Array(words * 4)
    const [first, end] = [block, block + 1].map(each => merged.firstColor[each * blockSize]!)
    mark(merged, bits, first!, end!)
    merged.blocks.push(new Uint32Array(bits.buffer))
    await rest()
  }
  return merged
}

/** Sets the bits of the logos that have one of the colours from `first` up to `end`, without that. */
function mark(
  { firstLogo, logos }: Pick<ColorTable, 'firstLogo' | 'logos'>,
  bits: Uint8Array,
  first: number,
  end: number,
) {
  const endLogo = firstLogo[end]!
  for (let i = firstLogo[first]!; i < endLogo; i++) {
    const id = logos[i]!
    bits[id >> 3]! |= 0x80 >> (id & 7)
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

/** The number of the first colour of each cell, and one more at the end. */
function countCells(keys: Uint32Array): Uint32Array {
  const first = new Uint32Array(cellCount + 1)
  for (const key of keys) first[cellOf(key) + 1]!++
  for (let cell = 0; cell < cellCount; cell++) first[cell + 1]! += first[cell]!
  return first
}

/** Sets the bits of the logos that have a colour whose difference from `rgb` is at most `within`; bit 0 is the highest one of a byte. */
export async function markNear(
  table: ColorTable,
  bits: Uint8Array<ArrayBuffer>,
  { rgb, within }: { rgb: number; within: number },
  rest: Rest,
) {
  const { firstColor, colors, blocks } = table
  const from = labOf(rgb)
  const difference = differenceFrom(from)
  /** Marks those of the colours of a group, four side by side, that are near. */
  const markGroup = (group: number, first: number, end: number) => {
    const near = colors.nearOf(group)
    if ((near & 15) === 15) return mark(table, bits, first, end)
    for (let color = first; color < end; color++) {
      const bit = near >> (color & 3)
      if (bit & 1 || (bit & 16 && difference(...colors.labOf(color)) <= within))
        mark(table, bits, color, color + 1)
    }
  }
  const states = listStates(from, within)
  const words = new Uint32Array(bits.buffer)
  for (let cell = 0; cell < cellCount; ) {
    const state = states[cell]!
    if (cell % blockSize === 0 && isWhole(states, cell)) {
      addBits(words, blocks[cell / blockSize]!)
      cell += blockSize
    } else {
      const first = firstColor[cell]!
      // Cells of the same state one after the other, up to the next pause.
      do cell++
      while (cell % 64 && states[cell] === state)
      const end = firstColor[cell]!
      if (state === inside) mark(table, bits, first, end)
      else if (state === cut && first < end) {
        // Read before any pause: another search measures in the same memory.
        colors.measure(from, first, end, within)
        for (let group = first >> 2; group * 4 < end; group++)
          if (colors.nearOf(group)) markGroup(group, Math.max(first, group * 4), Math.min(end, group * 4 + 4))
      }
    }
    if (cell % 64 === 0) await rest()
  }
}

/** A function of its own, which V8 optimizes by itself. */
function addBits(words: Uint32Array, added: Uint32Array) {
  for (let i = 0; i < added.length; i++) words[i]! |= added[i]!
}

/** Whether all cells of the block that begins with this one are inside. */
function isWhole(states: Uint8Array, first: number): boolean {
  for (let cell = first; cell < first + blockSize; cell++) if (states[cell] !== inside) return false
  return true
}
