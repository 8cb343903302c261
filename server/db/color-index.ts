import { sql } from 'kysely'
import { makeLogoColors, segmentBytes } from '../lib/color/logo-colors.ts'
import type { Db } from './connect.ts'
import { prepared } from './prepared.ts'

/** The logos with certain colours, as bits by segment, as PostgreSQL takes them. */
export type ColorBits = { segs: number[]; bits: Buffer }

/** Rows that are read at once: few enough that reading them holds up no request. */
const readAtOnce = 2000
/** At the start, so many logos are merged into the table of colours at once. */
const mergedAtOnce = 50_000

/**
 * The palettes of all logos in memory, since no index of PostgreSQL finds all colours within a distance of CIEDE2000. Every
 * search first reads what was committed since the last one, so all processes answer alike. Hidden and deleted logos stay in it:
 * the terms of a search, which it is combined with, leave them out.
 */
export function makeColorIndex() {
  const palettes = makeLogoColors()
  /** All transactions before this one have been read. */
  let known: bigint | undefined
  let reading: Promise<void> = Promise.resolve()

  const setColors = ({ logo_id, colors }: PaletteRow) =>
    palettes.set(logo_id, colors?.map(({ hex }) => Number.parseInt(hex.slice(1), 16)) ?? [])

  async function readAll(db: Db) {
    const [before] = await snapshot(db, {})
    for (let after = 0; ; ) {
      const rows = await listPalettes(db, { after, most: readAtOnce })
      for (const row of rows) setColors(row)
      await palettes.merge(rows.length < readAtOnce ? 0 : mergedAtOnce)
      if (rows.length < readAtOnce) break
      after = rows.at(-1)!.logo_id
    }
    known = BigInt(before!.oldest)
  }

  async function readNew(db: Db) {
    if (known === undefined) return readAll(db)
    const [found] = await listNewPalettes(db, { known: String(known) })
    for (const row of found!.rows ?? []) setColors(row)
    // While a merge runs, searches compare the changes one by one. If it fails, the next reading tries again.
    palettes.merge()?.catch(() => {})
    // A replica may lag behind the position that the primary has announced.
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
      const found = await palettes.find(
        colors.map(color => Number.parseInt(color, 16)),
        within,
      )
      return { segs: found.map(({ seg }) => seg), bits: bitArray(found.map(({ bits }) => bits)) }
    },
  }
}

export type ColorIndex = ReturnType<typeof makeColorIndex>

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
    array.writeInt32BE(segmentBytes * 8, at + 4)
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
