import { sql } from 'kysely'
import type { SumsOfDay } from '../../../shared/api/statistics.ts'
import type { ViewSource } from '../../../shared/rules/statistics.ts'
import type { Db } from '../../db/connect.ts'

/** Whose statistics: all of a designer's logos, or one; days in UTC. */
export type Scope = { designer_id: number; logo_id?: number | undefined; from: string; to: string }

/** Limits on the words and the collections that an answer holds. */
const [mostWords, mostCollections] = [50, 100]

/** The designer's own logos that are shown: views, likes and saves of hidden ones are left out of every figure. */
const ownLogos = ({ designer_id, logo_id }: Scope) => sql`(
  select logo_id from logo
  where designer_id = ${designer_id} and hidden_at is null and logo_id = coalesce(${logo_id ?? null}::int, logo_id))`

/** Whether the acts of the designer in `column` count: without one's own, and those of suspended or blocked designers. */
const isCounted = (column: string, { designer_id }: Scope, now: Date) => sql`(
  ${sql.ref(column)} <> ${designer_id} and not is_blocked(${designer_id}, ${sql.ref(column)})
  and not exists (select from designer where designer_id = ${sql.ref(column)} and suspended_until > ${now}))`

const within = ({ from, to }: Scope) => sql`created_at >= ${from}::timestamp at time zone 'UTC'
  and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

/** Whether a designer has such a logo, and it is shown. */
export async function hasOwnLogo(db: Db, designerId: number, logoId: number): Promise<boolean> {
  const found = await db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .where('designer_id', '=', designerId)
    .where('hidden_at', 'is', null)
    .select('logo_id')
    .executeTakeFirst()
  return found !== undefined
}

/** The sums of every day, also of those without any. Saves in private collections do not count. */
export async function sumByDay(db: Db, scope: Scope, now: Date): Promise<SumsOfDay[]> {
  const ofDay = sql`(created_at at time zone 'UTC')::date as day`
  const { rows } = await sql<Required<SumsOfDay>>`
    with own as materialized ${ownLogos(scope)},
    happened as (
      select day, 'views' as what, view_ct as n from logo_view_day join own using (logo_id)
      where day between ${scope.from}::date and ${scope.to}::date
      union all
      select ${ofDay}, 'likes', 1 from logo_like join own using (logo_id)
      where ${within(scope)} and ${isCounted('logo_like.designer_id', scope, now)}
      union all
      select (saved.created_at at time zone 'UTC')::date, 'saves', 1
      from (select * from collection_logo where ${within(scope)}) saved join own using (logo_id)
      join collection using (collection_id)
      where is_public and hidden_at is null and ${isCounted('collection.designer_id', scope, now)}
      union all
      select ${ofDay}, 'follows', 1 from follow
      where followed_id = ${scope.designer_id} and ${within(scope)} and ${isCounted('follower_id', scope, now)}),
    summed as (
      select day, coalesce(sum(n) filter (where what = 'views'), 0)::int as views,
        coalesce(sum(n) filter (where what = 'likes'), 0)::int as likes,
        coalesce(sum(n) filter (where what = 'saves'), 0)::int as saves,
        coalesce(sum(n) filter (where what = 'follows'), 0)::int as follows
      from happened group by day)
    select to_char(every.day, 'YYYY-MM-DD') as day, coalesce(views, 0) as views, coalesce(likes, 0) as likes,
      coalesce(saves, 0) as saves, coalesce(follows, 0) as follows
    from generate_series(${scope.from}::timestamp, ${scope.to}::timestamp, '1 day') as every (day)
    left join summed on summed.day = every.day::date
    order by every.day`.execute(db)
  if (scope.logo_id === undefined) return rows
  return rows.map(({ follows: _, ...sums }) => sums)
}

/** Where the views of the period came from. */
export async function sumBySource(db: Db, scope: Scope) {
  const { rows } = await sql<{ source: ViewSource; views: number }>`
    select source, sum(view_ct)::int as views from logo_view_day join ${ownLogos(scope)} own using (logo_id)
    where day between ${scope.from}::date and ${scope.to}::date group by source`.execute(db)
  return rows
}

/** The words by which five members or more have found the logos. */
export async function listWords(db: Db, scope: Scope) {
  const { rows } = await sql<{ words: string; views: number }>`
    select words, sum(view_ct)::int as views from logo_words join ${ownLogos(scope)} own using (logo_id)
    where searchers is null group by words order by views desc, words limit ${sql.lit(mostWords)}`.execute(db)
  return rows
}

/** Public collections that hold one of the logos, the last saved first. */
export async function listHolding(db: Db, scope: Scope, now: Date) {
  const { rows } = await sql<{ light_box_id: number; name: string }>`
    select collection_id as light_box_id, name
    from collection join collection_logo using (collection_id) join ${ownLogos(scope)} own using (logo_id)
    where is_public and hidden_at is null and (collection.designer_id = ${scope.designer_id}
      or ${isCounted('collection.designer_id', scope, now)})
    group by collection_id order by max(collection_logo.created_at) desc, collection_id desc
    limit ${sql.lit(mostCollections)}`.execute(db)
  return rows
}
