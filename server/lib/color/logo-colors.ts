import { emptyTable, markNear, mergeColors } from './color-table.ts'
import { differenceFrom, labOf } from './difference.ts'

/** Bit n of a segment is logo segment × 16,384 + n, as in search_bitmap. */
export const segmentBytes = 2048
/** The time after which other work has a turn. */
const turnMs = 5
/**
 * Up to this many changed logos are compared one by one; more are merged into the table, which takes as long as a few
 * searches.
 */
const mostRecent = 2000

/** The colours of all logos: a table, and what has changed since it was made. */
export function makeLogoColors() {
  let table = emptyTable
  const recent = new Map<number, readonly number[]>()
  let size = 0
  let merging: Promise<void> | undefined

  async function mergeRecent() {
    const taken = new Map(recent)
    table = await mergeColors(table, taken, makeRest())
    for (const [id, colors] of taken) if (recent.get(id) === colors) recent.delete(id)
  }

  /** Merges changes into the table once there are more than `most`. */
  function merge(most: number = mostRecent): Promise<void> | undefined {
    if (merging || recent.size <= most) return merging
    merging = mergeRecent().finally(() => {
      merging = undefined
    })
    return merging
  }

  return {
    merge,

    /** Replaces a logo's colours, 0xRRGGBB. */
    set(logoId: number, colors: readonly number[]) {
      recent.set(logoId, colors)
      size = Math.max(size, logoId + 1)
    },

    /** How many different colours there are in the table. */
    get colorCount() {
      return table.keys.length
    },

    /** The logos that have a colour within `within` of each of `colors` by CIEDE2000, as bits of the segments that have any. */
    async find(colors: readonly number[], within: number): Promise<{ seg: number; bits: Buffer }[]> {
      const [known, changed] = [table, [...recent]]
      const bytes = Math.ceil(size / 8 / segmentBytes) * segmentBytes
      const rest = makeRest()
      let all: Uint8Array | undefined
      for (const rgb of colors) {
        const bits = new Uint8Array(bytes)
        await markNear(known, bits, { rgb, within }, rest)
        if (all) for (let i = 0; i < bytes; i++) all[i]! &= bits[i]!
        else all = bits
      }
      const found = all ?? new Uint8Array(bytes)
      const differences = colors.map(rgb => differenceFrom(labOf(rgb)))
      for (const [id, own] of changed) {
        const isNear = differences.every(difference => own.some(rgb => difference(...labOf(rgb)) <= within))
        if (isNear) found[id >> 3]! |= 0x80 >> (id & 7)
        else found[id >> 3]! &= ~(0x80 >> (id & 7))
      }
      return segmentsOf(found)
    },
  }
}

function makeRest() {
  let began = performance.now()
  return () => {
    if (performance.now() - began < turnMs) return
    return new Promise<void>(resolve => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}

const noBits = Buffer.alloc(segmentBytes)

function segmentsOf(all: Uint8Array): { seg: number; bits: Buffer }[] {
  const found: { seg: number; bits: Buffer }[] = []
  for (let at = 0, seg = 0; at < all.length; at += segmentBytes, seg++) {
    const bits = Buffer.from(all.buffer, at, segmentBytes)
    if (!bits.equals(noBits)) found.push({ seg, bits })
  }
  return found
}
