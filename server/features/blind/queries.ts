import { sql } from 'kysely'
import { blindTiles } from '../../../shared/rules/blind.ts'
import type { Db } from '../../db/connect.ts'
import { isBlocked, isFollowed } from '../../db/fragments.ts'
import type { Viewer } from '../../viewer.ts'

/** Books of the competition that can give twenty shown logos by twenty designers, the oldest first. */
const selectPlayable = (db: Db) =>
  db
    .selectFrom('book')
    .innerJoin('award', 'award.book_id', 'book.book_id')
    .innerJoin('logo', 'logo.logo_id', 'award.logo_id')
    .where('book.state', '=', 'published')
    .where('book.series', '=', 'book')
    .where('logo.hidden_at', 'is', null)
    .groupBy('book.book_id')
    .having(sql<boolean>`count(distinct logo.designer_id) >= ${blindTiles}`)
    .orderBy('book.book_id')
    .select('book.book_id')

export async function listPlayableBooks(db: Db): Promise<number[]> {
  return (await selectPlayable(db).execute()).map(row => row.book_id)
}

/** Whether there is something to play on a day: it was drawn already, or a book can be. */
export async function isOffered(db: Db, day: string): Promise<boolean> {
  if (await findDay(db, day)) return true
  return (await selectPlayable(db).limit(1).executeTakeFirst()) !== undefined
}

/** The shown logos of a book, with their designers. */
export const listShownAwards = (db: Db, bookId: number) =>
  db
    .selectFrom('award')
    .innerJoin('logo', 'logo.logo_id', 'award.logo_id')
    .where('award.book_id', '=', bookId)
    .where('logo.hidden_at', 'is', null)
    .select(['logo.logo_id', 'logo.designer_id'])
    .execute()

/** A day as it was drawn. */
export const findDay = (db: Db, day: string) =>
  db
    .selectFrom('blind_day')
    .where('day', '=', day)
    .select(['day', 'number', 'book_id', 'logo_ids', 'player_ct', 'kept_cts'])
    .executeTakeFirst()
export type DayRow = NonNullable<Awaited<ReturnType<typeof findDay>>>

/** The number of a day, counted from the first that was played. */
export async function findNumber(db: Db, day: string): Promise<number> {
  const { number } = await db
    .selectFrom('blind_day')
    .select(sql<number>`${day}::date - coalesce(min(day), ${day}::date) + 1`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** Keeps a draw, unless another process was faster. */
export async function insertDay(
  db: Db,
  row: { day: string; number: number; book_id: number; logo_ids: number[] },
): Promise<void> {
  await db
    .insertInto('blind_day')
    .values(row)
    .onConflict(c => c.doNothing())
    .execute()
}

/** Those of the logos that the viewer may see, with the facts that the reveal shows. */
export const listTiles = (db: Db, logoIds: readonly number[], viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('logo')
    .innerJoin('designer as owner', 'owner.designer_id', 'logo.designer_id')
    .where('logo.logo_id', '=', sql<number>`any (${[...logoIds]}::int[])`)
    .where('logo.hidden_at', 'is', null)
    .where(eb => eb.not(isBlocked(viewer, 'logo.designer_id')))
    .select([
      'logo.logo_id',
      'logo.image',
      'logo.title as logo',
      'logo.designer_id',
      'logo.like_ct',
      'owner.company',
      sql<string>`case when owner.closed_at is null then owner.slug else '' end`.as('slug'),
      isFollowed(viewer, 'logo.designer_id').as('is_followed'),
    ])
    .execute()

/** Whether a device has played a day. */
export async function hasPlayed(db: Db, day: string, device: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('blind_player')
    .where('day', '=', day)
    .where('device', '=', device)
    .select('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a device's five of a day, once. */
export async function countPlayer(db: Db, day: string, device: Buffer, kept: number): Promise<void> {
  await sql`
    with added as (
      insert into blind_player (day, device) values (${day}, ${device}) on conflict do nothing returning day)
    update blind_day set player_ct = player_ct + 1,
      kept_cts = array(select kept_cts[place + 1] + (${kept}::int >> place & 1)
        from generate_series(0, ${blindTiles - 1}::int) place order by place)
    from added where blind_day.day = added.day`.execute(db)
}

/** The picture of a logo that a day of Blind shows, while it is shown at all. */
export async function findDayPicture(db: Db, number: number, logoId: number) {
  return db
    .selectFrom('blind_day')
    .innerJoin('logo', join => join.on('logo.logo_id', '=', sql<number>`any (blind_day.logo_ids)`))
    .where('blind_day.number', '=', number)
    .where('logo.logo_id', '=', logoId)
    .where('logo.hidden_at', 'is', null)
    .select(['blind_day.day', 'logo.image'])
    .executeTakeFirst()
}

/** Forgets who has played on days that can no longer be finished. */
export async function clearOldPlayers(db: Db, now: Date): Promise<void> {
  await sql`delete from blind_player where day < ((${now}::timestamptz at time zone 'UTC')::date - 1)`.execute(
    db,
  )
}
