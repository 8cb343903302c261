import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isBlocked, selectLogos } from '../../db/fragments.ts'
import { runPrepared } from '../../db/prepared.ts'
import { modelVersion } from '../../lib/look/describe.ts'
import { seesHidden, type Viewer } from '../../viewer.ts'

/** Keeps what a logo looks like. */
export async function setLook(db: Db, logoId: number, views: Buffer) {
  await db
    .insertInto('logo_look')
    .values({ logo_id: logoId, model_version: modelVersion, views })
    .onConflict(c => c.column('logo_id').doUpdateSet({ model_version: modelVersion, views }))
    .execute()
}

/** Queues a logo's new picture to be compared with all others. */
export async function enqueueLookCheck(trx: Db, logoId: number) {
  await trx
    .insertInto('look_check')
    .values({ logo_id: logoId })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Whether the picture of a shown logo is still to be compared. */
export async function hasLookCheck(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from look_check join logo using (logo_id) where hidden_at is null) as waits`.execute(
    db,
  )
  return rows[0]!.waits
}

/** Takes the next logo whose picture is to be compared, unless another process has it; a hidden one waits until it is shown. */
export async function claimLookCheck(trx: Db) {
  const { rows } = await sql<{ logo_id: number; designer_id: number; image: string }>`
    with claimed as (
      delete from look_check where logo_id =
        (select logo_id from look_check join logo using (logo_id) where hidden_at is null
         order by logo_id limit 1 for update of look_check skip locked)
      returning logo_id)
    select logo_id, designer_id, image from claimed join logo using (logo_id)`.execute(trx)
  return rows[0]
}

/** Those of the logos that are shown, by other designers, with a picture older than the logo's; oldest first. */
export async function findFirstPictures(db: Db, logoId: number, among: readonly number[]) {
  const { rows } = await sql<{ logo_id: number; designer_id: number }>`
    select other.logo_id, other.designer_id from logo mine join logo other on other.designer_id <> mine.designer_id
    where mine.logo_id = ${logoId} and other.logo_id = any(${[...among]}::int[]) and other.hidden_at is null
      and (coalesce(other.replaced_at, other.upload_date), other.logo_id)
        < (coalesce(mine.replaced_at, mine.upload_date), mine.logo_id)
    order by coalesce(other.replaced_at, other.upload_date), other.logo_id`.execute(db)
  return rows
}

/**
 * What a logo looks like, if `viewer` sees it; `views` is null before it is described. `facts` is a hash of its
 * keywords, industry, kind and ground, which decide what is near to it by keywords.
 */
export async function findLook(db: Db, logoId: number, viewer: Viewer) {
  const query = db
    .selectFrom('logo')
    .leftJoin('logo_look', join =>
      join.onRef('logo_look.logo_id', '=', 'logo.logo_id').on('model_version', '=', modelVersion),
    )
    .where('logo.logo_id', '=', logoId)
    .$if(!seesHidden(viewer), q =>
      q.where(eb => eb.or([eb('logo.hidden_at', 'is', null), eb('logo.designer_id', '=', viewer.id)])),
    )
    .select([
      'logo.designer_id',
      'logo.image',
      'logo_look.views',
      sql<string>`md5(row(keyword_keys, industry, logotype, ground)::text)`.as('facts'),
    ])
  const [found] = await runPrepared(db, 'find-look', query)
  return found
}

/** Those of the logos that are shown, without designers who are blocked in either direction, in the same order. */
export async function keepShown<Found extends { logo_id: number }>(
  db: Db,
  matches: readonly Found[],
  viewer: Viewer,
) {
  const shown = db
    .selectFrom('logo')
    .where('logo_id', '=', sql<number>`any(${matches.map(match => match.logo_id)}::int[])`)
    .where('hidden_at', 'is', null)
    .where(eb => eb.not(isBlocked(viewer, 'logo.designer_id')))
    .select(['logo_id', 'designer_id'])
  const rows = await runPrepared(db, 'keep-shown', shown)
  const designerOf = new Map(rows.map(row => [row.logo_id, row.designer_id]))
  return matches.flatMap(match => {
    const designer_id = designerOf.get(match.logo_id)
    return designer_id === undefined ? [] : [{ ...match, designer_id }]
  })
}

/** Shown logos by id, in the order of the ids. */
export function listByIds(db: Db, ids: readonly number[], viewer: Viewer) {
  // In a subquery: otherwise PostgreSQL plans for each list of ids, which takes three times as long as finding them.
  const wanted = sql`(select ${[...ids]}::int[])`
  const query = selectLogos(db, viewer)
    .where('logo.logo_id', '=', sql<number>`any(array(select unnest(${wanted})))`)
    .orderBy(sql`array_position(${wanted}, logo.logo_id)`)
  return runPrepared(db, 'list-logos-by-ids', query)
}

/** The next logos after an id that have no descriptor of this version or a newer one, which a process of the next release has made. */
export function listUndescribed(db: Db, after: number, most: number) {
  return db
    .selectFrom('logo')
    .leftJoin('logo_look', join =>
      join.onRef('logo_look.logo_id', '=', 'logo.logo_id').on('model_version', '>=', modelVersion),
    )
    .where('logo_look.logo_id', 'is', null)
    .where('logo.logo_id', '>', after)
    .orderBy('logo.logo_id')
    .limit(most)
    .select(['logo.logo_id', 'logo.image'])
    .execute()
}

/**
 * Stores the descriptors of several logos. Skips a logo that is deleted by now or has another picture than `hash`, and
 * one with a descriptor of a newer version.
 */
export async function setLooks(db: Db, looks: readonly { logo_id: number; hash: string; views: Buffer }[]) {
  await sql`
    insert into logo_look (logo_id, model_version, views)
    select logo_id, ${modelVersion}, views
    from unnest(${looks.map(look => look.logo_id)}::int[], ${looks.map(look => look.hash)}::text[],
      ${looks.map(look => look.views)}::bytea[]) as made (logo_id, hash, views)
    join logo using (logo_id) where left(image, 32) = hash for share of logo
    on conflict (logo_id) do update set model_version = excluded.model_version, views = excluded.views
      where logo_look.model_version <= excluded.model_version`.execute(db)
}

/** One process at a time describes logos; ends with the transaction. */
export async function tryLockDescribing(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('describe logos')) as locked`.execute(trx)
  return rows[0]!.locked
}
