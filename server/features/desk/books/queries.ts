import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { isTileShown } from '../../tiles/shown.ts'

/** How far each juror of a round has come: by number. Scores themselves are not read. */
export async function listProgress(db: Db, bookId: number, round: 1 | 2) {
  const { rows } = await sql<{
    number: number
    tiles: number
    scored: number
    last_active: Date | null
    seconds_per_tile: number | null
  }>`
    select juror.number::integer, coalesce(tiles.tiles, 0)::integer as tiles, coalesce(tiles.scored, 0)::integer as scored,
      pace.last_active, pace.seconds_per_tile
    from juror
    left join (
      select number, count(*) as tiles, count(score) as scored from assignment
      where book_id = ${bookId} and round = ${round} and not is_calibration and taken_at is null and ${isTileShown}
      group by number) tiles using (number)
    left join (
      select number, max(kept_at) as last_active, percentile_cont(0.5) within group (order by seconds) as seconds_per_tile
      from (
        select number, kept_at,
          extract(epoch from scored_at - lag(scored_at) over (partition by number order by scored_at))::float8 as seconds
        from score where book_id = ${bookId} and round = ${round}) gaps
      group by number) pace using (number)
    where juror.book_id = ${bookId} and juror.number is not null`.execute(db)
  return rows
}

/** What jurors told the chair of logos that are still there. */
export function listFlags(db: Db, bookId: number) {
  return db
    .selectFrom('entry_flag')
    .innerJoin('logo', 'logo.logo_id', 'entry_flag.logo_id')
    .where('book_id', '=', bookId)
    .orderBy('entry_flag.at', 'desc')
    .orderBy('entry_flag.logo_id')
    .select(['entry_flag.logo_id', 'logo.title as logo', 'logo.image', 'reason', 'text', 'number as juror'])
    .execute()
}

export function listDisqualified(db: Db, bookId: number) {
  return db
    .selectFrom('entry')
    .innerJoin('logo', 'logo.logo_id', 'entry.logo_id')
    .where('book_id', '=', bookId)
    .where('disqualified_why', 'is not', null)
    .orderBy('entry.logo_id')
    .select(['entry.logo_id', 'logo.title as logo', sql<string>`disqualified_why`.as('why')])
    .execute()
}

/** How many designers each juror has declared to know. */
export function countDeclared(db: Db, bookId: number) {
  return db
    .selectFrom('juror_declaration')
    .where('book_id', '=', bookId)
    .groupBy('juror_id')
    .select(['juror_id', sql<number>`count(*)`.as('count')])
    .execute()
}
