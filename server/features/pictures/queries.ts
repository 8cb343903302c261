import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'

/** A logo's pictures, identified by the hash of their pixels, or a designer's or a vector original, by the name in their row. */
export type Picture = Pick<Selectable<Database['unused_picture']>, 'kind' | 'image'>

/**
 * Locks a picture until the transaction ends: shared, or, with `alone`, exclusively. So a picture is not removed
 * while a logo with the same one is being added.
 */
export async function lockPicture(trx: Transaction<Database>, image: string, how: 'together' | 'alone') {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(hashtextextended(${image}, 0))`.execute(trx)
}

/** The logos that have a picture with these pixels, or had it before it was replaced. */
const selectWithPixels = (db: Db, hash: string) =>
  db
    .selectFrom(eb =>
      eb
        .selectFrom('logo')
        .select(['logo_id', 'image'])
        .unionAll(eb.selectFrom('replaced_picture').select(['logo_id', 'image']))
        .as('pictured'),
    )
    .where(sql`left(pictured.image, 32)`, '=', hash)

/** Whether any row has this picture or file. */
export async function isPictureUsed(db: Db, { kind, image }: Picture) {
  const rows = {
    logo: selectWithPixels(db, image).select('logo_id as id'),
    avatar: db.selectFrom('designer').where('avatar', '=', image).select('designer_id as id'),
    vector: db.selectFrom('vector').where('file', '=', image).select('logo_id as id'),
  }
  return (await rows[kind].executeTakeFirst()) !== undefined
}

/**
 * Queues the files of these pictures for removal, unless something else shows them. Call it in the transaction that
 * stops using them.
 */
export async function queueForRemoval(trx: Db, pictures: Picture[]) {
  if (!pictures.length) return
  await trx
    .insertInto('unused_picture')
    .values(pictures)
    .onConflict(c => c.doNothing())
    .execute()
}

/**
 * Queues a file for removal an hour from now. Call it before the file is stored, and `dequeueRemoval` in the transaction that
 * writes its row: so a process that ends between the two leaves no file behind for good.
 */
export async function queueUnlessKept(db: Db, picture: Picture) {
  const since = sql<Date>`now() + interval '1 hour'`
  await db
    .insertInto('unused_picture')
    .values({ ...picture, since })
    .onConflict(c => c.columns(['kind', 'image']).doUpdateSet({ since }))
    .execute()
}

/** The queued pictures whose time has come, the longest waiting first. */
export function findUnused(db: Db): Promise<Picture[]> {
  return db
    .selectFrom('unused_picture')
    .where('since', '<=', sql<Date>`now()`)
    .select(['kind', 'image'])
    .orderBy('since')
    .execute()
}

/** Takes a picture off the queue, after its files are removed. */
export async function dequeueRemoval(trx: Db, { kind, image }: Picture) {
  await trx.deleteFrom('unused_picture').where('kind', '=', kind).where('image', '=', image).execute()
}

export type PictureJob = Pick<Selectable<Database['picture_job']>, 'hash' | 'is_upload'>

/**
 * Queues a job that makes the missing files of a picture. Call it in the transaction that adds its logo. Waits for a
 * process that is just finishing such a job, because that process does not see the new row.
 */
export async function enqueuePicture(trx: Db, hash: string) {
  await trx
    .insertInto('picture_job')
    .values({ hash, is_upload: true })
    .onConflict(c => c.column('hash').doUpdateSet({ is_upload: true, next_attempt_at: sql`now()` }))
    .execute()
}

/** Claims a job, new uploads first, until the transaction ends. */
export function claimPictureJob(trx: Db): Promise<PictureJob | undefined> {
  return trx
    .selectFrom('picture_job')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('is_upload', 'desc')
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select(['hash', 'is_upload'])
    .executeTakeFirst()
}

/** A shared `lockPicture` that does not wait: false if a removal holds or awaits the picture. */
export async function tryLockPicture(trx: Db, hash: string) {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${hash}, 0)) as is_ours`.execute(trx)
  return rows[0]!.is_ours
}

/** The names of a picture in rows: each is of one version. */
export async function listImageNames(db: Db, hash: string): Promise<string[]> {
  const rows = await selectWithPixels(db, hash).select('image').distinct().execute()
  return rows.map(row => row.image)
}

/** Updates every row with this picture to the name of its present files. */
export async function renameImage(trx: Db, hash: string, image: string) {
  for (const table of ['logo', 'replaced_picture'] as const)
    await trx
      .updateTable(table)
      .set({ image })
      .where(sql`left(image, 32)`, '=', hash)
      .where('image', '<>', image)
      .execute()
}

export async function finishPictureJob(trx: Db, hash: string) {
  await trx.deleteFrom('picture_job').where('hash', '=', hash).execute()
}

/** Postpones a job, for example one whose files cannot be read. */
export async function delayPictureJob(db: Db, hash: string, seconds: number) {
  await db
    .updateTable('picture_job')
    .set({ next_attempt_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('hash', '=', hash)
    .execute()
}

/** The number of pictures with open jobs, of new uploads and of earlier versions. */
export async function countPictureJobs(db: Db) {
  const { rows } = await sql<{ uploads: number; earlier: number }>`
    select count(*) filter (where is_upload)::int as uploads, count(*) filter (where not is_upload)::int as earlier
    from picture_job`.execute(db)
  return rows[0]!
}

/** Hashes of pictures that only hidden logos have, or that were replaced in the only shown ones. */
export async function listHiddenPictures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select distinct left(image, 32) as hash
    from (select image from logo where hidden_at is not null union all select image from replaced_picture) hidden
    where not exists (select from logo shown where left(shown.image, 32) = left(hidden.image, 32) and shown.hidden_at is null)`.execute(
    db,
  )
  return rows.map(row => row.hash)
}

/** The pictures of at most so many logos, at equal distances from the oldest on: none of them is one of the newest. */
export async function listSpreadImages(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ image: string }>`
    select distinct image
    from (select min(logo_id) as first, max(logo_id) as last from logo) ends
    cross join generate_series(0, ${most}::int - 1) step
    cross join lateral (
      select image from logo where logo_id >= first + ceil((last - first) * step::float8 / ${most}::int)::int
      order by logo_id limit 1) spread`.execute(db)
  return rows.map(row => row.image)
}

/** Whether one of this designer's logos has the picture, or had it. */
export async function isPictureOfOwn(db: Db, hash: string, designerId: number): Promise<boolean> {
  const own = await selectWithPixels(db, hash)
    .innerJoin('logo', 'logo.logo_id', 'pictured.logo_id')
    .where('logo.designer_id', '=', designerId)
    .select('logo.logo_id')
    .executeTakeFirst()
  return own !== undefined
}

type Removed = { kind: 'logo' | 'comment' | 'collection'; id: number }

/** What was removed before a moment and may be deleted: no appeal waits, and no book has it. With `one`, only that one. */
export async function listRemoved(db: Db, before: Date, one?: Removed): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    select * from (
      select 'logo' as kind, logo_id as id from logo
      where removed_at < ${before} and hidden_at is not null
        and not exists (select from award where award.logo_id = logo.logo_id)
      union all
      select 'comment', comment_id from comment where removed_at < ${before} and hidden_at is not null
      union all
      select 'collection', collection_id from collection where removed_at < ${before} and hidden_at is not null) removed
    where not exists (select from report
      where report.kind = removed.kind and subject_id = removed.id and is_appeal and decision_id is null)
      and ${one ? sql`kind = ${one.kind} and id = ${one.id}` : sql`true`}`.execute(db)
  return rows
}

/**
 * Locks one of them against decisions about it. Returns whether it may still be deleted: it may have been restored,
 * appealed or put into a book since it was listed. Logos before their collection, as in the triggers.
 */
export async function lockRemoved(trx: Db, before: Date, removed: Removed): Promise<boolean> {
  const { kind, id } = removed
  if (kind === 'collection')
    await sql`select 1 from logo where logo_id in (select logo_id from collection_logo where collection_id = ${id})
      order by logo_id for no key update`.execute(trx)
  await sql`select 1 from ${sql.table(kind)} where ${sql.ref(`${kind}_id`)} = ${id} for update`.execute(trx)
  return (await listRemoved(trx, before, removed)).length > 0
}

/** Deletes one of them. It is shown first, so that its deletion counts it out; a logo's picture is queued for removal. */
export async function deleteRemovedOne(trx: Db, { kind, id }: Removed) {
  const shown = { hidden_at: null, hidden_by: null, hidden_why: null, removed_at: null }
  if (kind === 'comment') await trx.deleteFrom('comment').where('comment_id', '=', id).execute()
  else if (kind === 'collection') {
    await trx.updateTable('collection').set(shown).where('collection_id', '=', id).execute()
    await trx.deleteFrom('collection').where('collection_id', '=', id).execute()
  } else {
    await trx.updateTable('logo').set(shown).where('logo_id', '=', id).execute()
    const gone = await trx.deleteFrom('logo').where('logo_id', '=', id).returning('image').executeTakeFirst()
    if (gone) await queueForRemoval(trx, [{ kind: 'logo', image: gone.image.slice(0, 32) }])
  }
}
