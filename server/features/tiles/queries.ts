import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isTileShown } from './shown.ts'

/** A tile that its juror has not scored. */
export type Unfinished = { assignment_id: number; logo_id: number; number: number }

export type NewTile = {
  number: number
  logo_id: number
  round: 1 | 2
  position: number
  is_calibration?: boolean
  is_drawn?: boolean
}

/** Rows in one statement: each is an array element, so their number has no limit; few enough for its timeout. */
const tilesAtOnce = 20_000

/** Writes tiles in this order, which their ids follow; those of deleted logos are taken away at once. */
export async function insertTiles(trx: Db, bookId: number, tiles: readonly NewTile[]): Promise<void> {
  for (let i = 0; i < tiles.length; i += tilesAtOnce) {
    const some = tiles.slice(i, i + tilesAtOnce)
    const column = <Key extends keyof NewTile>(key: Key) => some.map(tile => tile[key])
    await sql`
      insert into assignment (book_id, number, logo_id, round, position, is_calibration, is_drawn, taken_at)
      select ${bookId}::integer, tile.number, tile.logo_id, tile.round, tile.position, tile.is_calibration, tile.is_drawn,
        case when logo.logo_id is null then now() end
      from unnest(${column('number')}::smallint[], ${column('logo_id')}::integer[], ${column('round')}::smallint[],
          ${column('position')}::integer[], ${some.map(tile => tile.is_calibration ?? false)}::boolean[],
          ${some.map(tile => tile.is_drawn ?? true)}::boolean[])
        with ordinality as tile (number, logo_id, round, position, is_calibration, is_drawn, place)
      left join logo on logo.logo_id = tile.logo_id
      order by place`.execute(trx)
  }
}

/** Jurors who may not have a logo: conflicted, or had it before in any round. */
export async function listBarred(
  trx: Db,
  bookId: number,
  logoIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ logo_id: number; numbers: number[] }>`
    select logo_id, array_agg(number::integer) as numbers
    from (
      select logo_id, number from juror_conflict where book_id = ${bookId} and logo_id = any(${logoIds}::integer[])
      union
      select logo_id, number from assignment
      where book_id = ${bookId} and not is_calibration and logo_id = any(${logoIds}::integer[])) barred
    group by logo_id`.execute(trx)
  return new Map(rows.map(row => [row.logo_id, new Set(row.numbers)]))
}

/** For each number how many shown and unscored tiles of a round its juror has, and the last position. */
export async function listLoads(trx: Db, bookId: number, round: 1 | 2) {
  const { rows } = await sql<{ number: number; unscored: number; last: number }>`
    select juror.number::integer,
      (count(*) filter (where assignment_id is not null and score is null and taken_at is null
        and not is_calibration and ${isTileShown}))::integer as unscored,
      coalesce(max(position), 0)::integer as last
    from juror left join assignment on assignment.book_id = juror.book_id and assignment.number = juror.number
      and round = ${round}
    where juror.book_id = ${bookId} and juror.number is not null and juror.left_at is null
    group by juror.number order by juror.number`.execute(trx)
  return rows
}

/** Tiles of a round that these jurors have not scored, in draw order. */
export function listUnfinished(trx: Db, bookId: number, round: 1 | 2, numbers: readonly number[]) {
  return trx
    .selectFrom('assignment')
    .where('book_id', '=', bookId)
    .where('round', '=', round)
    .where('number', '=', sql<number>`any(${numbers}::smallint[])`)
    .where('score', 'is', null)
    .where('taken_at', 'is', null)
    .where('is_calibration', '=', false)
    .orderBy('assignment_id')
    .select(['assignment_id', 'logo_id', 'number'])
    .execute()
}

/** Takes tiles from jurors and notes who got them. */
export async function moveTiles(
  trx: Db,
  params: { book_id: number; round: 1 | 2; moves: readonly { tile: Unfinished; to: number }[]; now: Date },
): Promise<void> {
  const { book_id, round, moves, now } = params
  await sql`update assignment set taken_at = ${now}
    where assignment_id = any(${moves.map(move => move.tile.assignment_id)}::integer[])`.execute(trx)
  await sql`insert into tile_move (book_id, round, logo_id, from_number, to_number, at)
    select ${book_id}::integer, ${round}::smallint, logo_id, from_number, to_number, ${now}::timestamptz
    from unnest(${moves.map(move => move.tile.logo_id)}::integer[], ${moves.map(move => move.tile.number)}::smallint[],
      ${moves.map(move => move.to)}::smallint[]) with ordinality as move (logo_id, from_number, to_number, place)
    order by place`.execute(trx)
}
