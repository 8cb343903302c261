import { sql } from 'kysely'
import { type ColorCells, makeColorCells } from '../lib/color/cells.ts'
import type { Db } from './connect.ts'
import { prepared } from './prepared.ts'

/** The logos with certain colours, as bits by segment, as PostgreSQL takes them. */
export type ColorBits = { segs: number[]; bits: Buffer }

/** Bit n of a segment is logo segment × 16,384 + n, as in search_bitmap. */
const segmentSize = 16_384
const segmentBytes = segmentSize / 8
const mostColors = 5
/** Rows that are read at once: few enough that reading them holds up no request. */
const readAtOnce = 2000
/** The time after which other work has a turn. */
const turnMs = 5

/**
 * The palettes of all logos in memory, 20 bytes a logo, since no index of PostgreSQL finds all colours within a distance of
 * CIEDE2000. Every search first reads what was committed since the last one, so all processes answer alike. Hidden and
 * deleted logos stay in it: the terms of a search, which it is combined with, leave them out.
 */
export function makeColorIndex() {
  /** Each logo's colours as their number in `cells` plus one, from its fifth slot down to an empty one. */
  let slots = new Uint32Array(0)
  const cells = makeColorCells()
  /** Every transaction before this one is known. */
  let known: bigint | undefined
  let reading: Promise<void> = Promise.resolve()

  function setColors({ logo_id, colors }: PaletteRow) {
    const at = logo_id * mostColors
    if (at >= slots.length) {
      const larger = new Uint32Array(Math.ceil((logo_id * 1.2) / segmentSize + 1) * segmentSize * mostColors)
      larger.set(slots)
      slots = larger
    }
    for (let i = 0; i < mostColors; i++) {
      const color = colors?.[i]
      slots[at + i] = color ? cells.numberOf(Number.parseInt(color.hex.slice(1), 16)) + 1 : 0
    }
  }

  async function readAll(db: Db) {
    const [before] = await snapshot(db, {})
    for (let after = 0; ; ) {
      const rows = await listPalettes(db, { after, most: readAtOnce })
      for (const row of rows) setColors(row)
      if (rows.length < readAtOnce) break
      after = rows.at(-1)!.logo_id
    }
    known = BigInt(before!.oldest)
  }

  async function readNew(db: Db) {
    if (known === undefined) return readAll(db)
    const [found] = await listNewPalettes(db, { known: String(known) })
    for (const row of found!.rows ?? []) setColors(row)
    // A replica may be behind what the primary has told.
    const oldest = BigInt(found!.oldest)
    if (oldest > known) known = oldest
  }

  /** Brings the index up to date, one reading after the other. */
  function read(db: Db): Promise<void> {
    const next = reading.catch(() => {}).then(() => readNew(db))
    reading = next
    return next
  }

  return {
    /** Reads all palettes, so that the first search does not. */
    read,

    /** The logos that have a colour within `within` of each of `colors` (six hexadecimal digits), by CIEDE2000. */
    async find(db: Db, colors: readonly string[], within: number): Promise<ColorBits> {
      await read(db)
      const near = colors.map(color => cells.findNear(Number.parseInt(color, 16), within))
      const segs: number[] = []
      const found: Buffer[] = []
      const segments = slots.length / mostColors / segmentSize
      let began = performance.now()
      for (let seg = 0; seg < segments; seg++) {
        const bits = bitsOf(slots, seg, near)
        if (bits) {
          segs.push(seg)
          found.push(bits)
        }
        if (performance.now() - began < turnMs) continue
        await new Promise(setImmediate)
        began = performance.now()
      }
      return { segs, bits: bitArray(found) }
    },
  }
}

export type ColorIndex = ReturnType<typeof makeColorIndex>

/** The logos of one segment that have a colour of each kind; undefined if there is none. */
function bitsOf(slots: Uint32Array, seg: number, near: ReturnType<ColorCells['findNear']>[]) {
  let all: Buffer | undefined
  for (const isNear of near) {
    const bits = Buffer.alloc(segmentBytes)
    let isEmpty = true
    let at = seg * segmentSize * mostColors
    for (let n = 0; n < segmentSize; n++, at += mostColors)
      for (let i = at; i < at + mostColors; i++) {
        const color = slots[i]!
        if (color === 0) break
        if (isNear[color - 1] !== 1) continue
        bits[n >> 3]! |= 0x80 >> (n & 7)
        isEmpty = false
        break
      }
    if (isEmpty) return
    if (all) for (let i = 0; i < segmentBytes; i++) all[i]! &= bits[i]!
    else all = bits
  }
  return all
}

/** The OID of `bit`. */
const bitType = 1560

/** Segments as PostgreSQL receives a `bit(16384)[]` in binary, because as text each would be eight times as long. */
function bitArray(segments: Buffer[]): Buffer {
  const size = 8 + segmentBytes
  const array = Buffer.alloc(20 + segments.length * size)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(bitType, 8)
  array.writeInt32BE(segments.length, 12)
  array.writeInt32BE(1, 16)
  segments.forEach((bits, i) => {
    const at = 20 + i * size
    array.writeInt32BE(size - 4, at)
    array.writeInt32BE(segmentSize, at + 4)
    bits.copy(array, at + 8)
  })
  return array
}

type PaletteRow = { logo_id: number; colors: { hex: string }[] | null }

const snapshot = prepared('color-snapshot', db =>
  sql<{ oldest: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`.compile(db),
)

const listPalettes = prepared('list-palettes', (db, params: { after: number; most: number }) =>
  sql<PaletteRow>`
    select logo_id, colors from logo where logo_id > ${params.after}::int and colors is not null
    order by logo_id limit (select ${params.most}::int)`.compile(db),
)

/**
 * Palettes written by transactions from `known` on that are committed. In a restored database there are numbers of
 * transactions that are still to come; they are left out.
 */
const listNewPalettes = prepared('list-new-palettes', (db, params: { known: string }) =>
  sql<{ oldest: string; rows: PaletteRow[] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, (
      select json_agg(json_build_object('logo_id', logo_id, 'colors', colors)) from logo
      where colors_xid >= (select ${params.known}::xid8)
        and colors_xid < (select pg_snapshot_xmax(pg_current_snapshot()))) as rows`.compile(db),
)
