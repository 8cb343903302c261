import { type Insertable, sql, type Updateable } from 'kysely'
import { collectionPreview } from '../../../shared/rules/limits.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, retried, transaction } from '../../db/connect.ts'
import {
  flag,
  inSubquery,
  isBlocked,
  isCollected,
  isHelper,
  isTheirs,
  pictureUrl,
  selectLogos,
} from '../../db/fragments.ts'
import { runPrepared } from '../../db/prepared.ts'
import type { Database } from '../../db/types.ts'
import { seesHidden, type Viewer } from '../../viewer.ts'

/**
 * Collections as the contract shows them: public ones, the viewer's own and those that the viewer helps with. No query returns
 * another private one.
 */
function selectCollections(db: Db, viewer: Viewer) {
  return db
    .selectFrom('collection')
    .innerJoin('designer as owner', 'owner.designer_id', 'collection.designer_id')
    .innerJoinLateral(
      q =>
        q
          .selectFrom(newest =>
            newest
              .selectFrom('collection_logo')
              .innerJoin('logo', 'logo.logo_id', 'collection_logo.logo_id')
              .whereRef('collection_logo.collection_id', '=', 'collection.collection_id')
              .where('logo.hidden_at', 'is', null)
              .select([
                'logo.logo_id',
                pictureUrl(320).as('url'),
                'collection_logo.created_at',
                isCover.as('is_cover'),
              ])
              .orderBy('is_cover', 'desc')
              .orderBy('collection_logo.created_at', 'desc')
              .orderBy('logo.logo_id', 'desc')
              .limit(collectionPreview)
              .as('newest'),
          )
          .select(eb => [
            joined('logo_id').as('logo_ids_list'),
            joined('url').as('logo_urls_list'),
            eb.fn.max('created_at').as('saved_at'),
            sql<number | null>`max(logo_id) filter (where is_cover)`.as('cover_logo_id'),
          ])
          .as('preview'),
      join => join.onTrue(),
    )
    .where(eb => eb.or([eb('collection.is_public', '=', true), isTheirs(viewer)]))
    .select([
      'collection.collection_id as light_box_id',
      'collection.name',
      'collection.description',
      sql<'0' | '1'>`collection.is_public::int::text`.as('is_public'),
      'collection.logo_ct as count',
      'preview.logo_ids_list',
      'preview.logo_urls_list',
      'preview.cover_logo_id',
      'collection.designer_id',
      'owner.slug',
      'owner.company',
      flag(isHelper(viewer)).as('is_helper'),
    ])
}

const joined = (column: string) =>
  sql<string>`coalesce(string_agg(${sql.ref(column)}::text, ','
    order by is_cover desc, created_at desc, logo_id desc), '')`

const isCover = sql<boolean>`logo.logo_id is not distinct from collection.cover_logo_id`

/** One collection, unless it is another designer's private one; a hidden one is its owner's and staff's. */
export async function findCollection(db: Db, collectionId: number, viewer: Viewer) {
  const query = selectCollections(db, viewer)
    .where('collection.collection_id', '=', collectionId)
    .$if(!seesHidden(viewer), q =>
      q.where(eb =>
        eb.or([eb('collection.hidden_at', 'is', null), eb('collection.designer_id', '=', viewer.id)]),
      ),
    )
    .select('collection.hidden_why')
  const [found] = await runPrepared(db, 'find-collection', query)
  if (!found) return
  const { hidden_why, ...collection } = found
  return hidden_why === null ? collection : { ...collection, is_hidden: 1 as const, hidden_why }
}

/**
 * A designer's collections that `viewer` may see, newest first; with one's own those that one helps with. With a logo: whether
 * each holds it, and the one last saved to first, since the next logo most often goes there, too.
 */
export function listCollections(db: Db, designerId: number, logoId: number | undefined, viewer: Viewer) {
  const query = selectCollections(db, viewer)
    .where(eb =>
      designerId === viewer.id
        ? // A union, so that each half is found by its own index.
          sql<boolean>`collection.collection_id in (
            select collection_id from collection where designer_id = ${viewer.id}
            union all select collection_id from collection_helper where designer_id = ${viewer.id})`
        : eb('collection.designer_id', '=', designerId),
    )
    .where('collection.hidden_at', 'is', null)
    .$if(logoId !== undefined, q =>
      q
        .select(
          flag(sql`exists (select 1 from collection_logo
          where collection_id = collection.collection_id and logo_id = ${logoId})`).as('is_saved'),
        )
        .orderBy(eb => eb.fn.coalesce('preview.saved_at', 'collection.created_at'), 'desc'),
    )
    .orderBy('collection.created_at', 'desc')
    .orderBy('collection.collection_id', 'desc')
  return runPrepared(db, 'list-collections', query)
}

/**
 * A collection's logos, in its own order (what was saved since it was ordered comes first), or the last saved first.
 * `findCollection` has checked whether `viewer` may see them.
 */
function selectCollectionLogos(db: Db, collectionId: number, viewer: Viewer, sort: 'own' | 'newest' = 'own') {
  return (
    selectLogos(db, viewer)
      .innerJoin('collection_logo', 'collection_logo.logo_id', 'logo.logo_id')
      // In a subquery: otherwise PostgreSQL plans for each collection, which takes as long as reading it.
      .where('collection_logo.collection_id', '=', inSubquery(collectionId))
      .$if(sort === 'own', q => q.orderBy('collection_logo.place', order => order.asc().nullsFirst()))
      .orderBy('collection_logo.created_at', 'desc')
      .orderBy('logo.logo_id', 'desc')
  )
}

/** The logos of a collection as rows. */
export const listCollectionLogos = (...args: Parameters<typeof selectCollectionLogos>) =>
  runPrepared(args[0], 'list-collection-logos', selectCollectionLogos(...args))

/** Makes a collection and returns its id. */
export async function insertCollection(db: Db, collection: Insertable<Database['collection']>) {
  const { collection_id } = await db
    .insertInto('collection')
    .values(collection)
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  return collection_id
}

/** Changes a collection of `viewer`'s. Returns whether there was one to change. */
export async function updateCollection(
  db: Db,
  collectionId: number,
  facts: Updateable<Database['collection']>,
  viewer: Viewer,
) {
  const updated = await db
    .updateTable('collection')
    .set(facts)
    .where('collection_id', '=', collectionId)
    .where('designer_id', '=', viewer.id)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Deletes a collection of `viewer`'s. Returns whether there was one to delete. */
export async function deleteCollection(db: Db, collectionId: number, viewer: Viewer) {
  const deleted = await db
    .deleteFrom('collection')
    .where('collection_id', '=', collectionId)
    .where('designer_id', '=', viewer.id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/**
 * Adds a logo to a collection that `viewer` owns or helps with, or removes it; idempotent. Does nothing to any other
 * (`is_theirs` 0), nor adds a logo whose designer has a block with `viewer`; of a block with the owner and of
 * a full collection the database decides.
 * Returns whether that changed anything, and the logo as it is now; undefined if it does not exist.
 */
export async function setSaved(db: Db, collectionId: number, logoId: number, viewer: Viewer, saved: boolean) {
  const theirs = db
    .selectFrom('collection')
    .where('collection.collection_id', '=', collectionId)
    .where(isTheirs(viewer))
  const change = saved
    ? db
        .insertInto('collection_logo')
        .columns(['collection_id', 'logo_id'])
        .expression(
          theirs
            .innerJoin('logo', join => join.on('logo.logo_id', '=', logoId).on('logo.hidden_at', 'is', null))
            .where(eb => eb.not(isBlocked(viewer, 'logo.designer_id')))
            .select(['collection.collection_id', 'logo.logo_id'])
            .forKeyShare(),
        )
        .onConflict(c => c.doNothing())
        .returning('logo_id')
    : db
        .deleteFrom('collection_logo')
        .where('logo_id', '=', logoId)
        .where('collection_id', 'in', theirs.select('collection.collection_id'))
        .returning('logo_id')
  const changed = await retried(db, () => change.execute())
  const result = await db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .where('hidden_at', 'is', null)
    .select(eb => [
      'logo_id',
      'collection_ct',
      isCollected(viewer).as('is_collected'),
      isBlocked(viewer, 'logo.designer_id').as('is_blocked'),
      eb.exists(theirs.select('collection.collection_id')).as('is_theirs'),
      eb
        .exists(
          eb
            .selectFrom('collection_logo')
            .where('collection_logo.collection_id', '=', collectionId)
            .where('collection_logo.logo_id', '=', logoId)
            .select('collection_logo.logo_id'),
        )
        .as('is_held'),
    ])
    .executeTakeFirst()
  return { isChanged: changed.length > 0, result }
}

/**
 * Moves a logo of a collection that `viewer` owns or helps with behind another, or to the front. The whole collection is
 * numbered again under its lock, so that concurrent moves are all kept. False if the collection is not theirs or does not
 * show one of the logos.
 */
export function moveLogo(
  db: Db,
  { collection_id, logo_id, after }: { collection_id: number; logo_id: number; after: number | null },
  viewer: Viewer,
): Promise<boolean> {
  return transaction(db, async trx => {
    const theirs = await trx
      .selectFrom('collection')
      .where('collection_id', '=', collection_id)
      .where(isTheirs(viewer))
      .select('collection_id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!theirs) return false
    const named = [...new Set([logo_id, after ?? logo_id])]
    const shown = await trx
      .selectFrom('collection_logo')
      .innerJoin('logo', 'logo.logo_id', 'collection_logo.logo_id')
      .where('collection_id', '=', collection_id)
      .where('logo.logo_id', 'in', named)
      .where('logo.hidden_at', 'is', null)
      .select('logo.logo_id')
      .execute()
    if (shown.length < named.length) return false
    await sql`
      with before_move as (
        select logo_id, 2 * row_number() over (order by place nulls first, created_at desc, logo_id desc) as at
        from collection_logo where collection_id = ${collection_id}
      ), after_move as (
        select logo_id, row_number() over (order by case when logo_id = ${logo_id}
          then coalesce((select at from before_move where logo_id = ${after}), 0) + 1 else at end) as place
        from before_move)
      update collection_logo set place = after_move.place from after_move
      where collection_id = ${collection_id} and collection_logo.logo_id = after_move.logo_id
        and collection_logo.place is distinct from after_move.place`.execute(trx)
    return true
  })
}

/**
 * Writes a note on a logo of a collection that `viewer` owns or helps with. Returns whether it is one and shows the logo.
 */
export async function setNote(
  db: Db,
  { collection_id, logo_id, note }: { collection_id: number; logo_id: number; note: string },
  viewer: Viewer,
) {
  const { numUpdatedRows } = await db
    .updateTable('collection_logo')
    .set({ note })
    .where('collection_id', '=', collection_id)
    .where('logo_id', '=', logo_id)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('collection')
          .whereRef('collection.collection_id', '=', 'collection_logo.collection_id')
          .where(isTheirs(viewer))
          .select('collection.collection_id'),
      ),
    )
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('logo')
          .whereRef('logo.logo_id', '=', 'collection_logo.logo_id')
          .where('logo.hidden_at', 'is', null)
          .select('logo.logo_id'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The notes to a collection's shown logos. */
export const listNotes = (db: Db, collectionId: number) =>
  db
    .selectFrom('collection_logo')
    .innerJoin('logo', 'logo.logo_id', 'collection_logo.logo_id')
    .where('collection_logo.collection_id', '=', collectionId)
    .where('collection_logo.note', '<>', '')
    .where('logo.hidden_at', 'is', null)
    .select(['collection_logo.logo_id', 'collection_logo.note'])
    .orderBy('collection_logo.logo_id')
    .execute()

/** The client link of `viewer`'s collection; undefined without one. */
export const findLink = (db: Db, collectionId: number, viewer: Viewer) =>
  db
    .selectFrom('collection_link')
    .innerJoin('collection', 'collection.collection_id', 'collection_link.collection_id')
    .where('collection.collection_id', '=', collectionId)
    .where('collection.designer_id', '=', viewer.id)
    .select(['collection_link.until', 'collection_link.opened_ct as opened'])
    .executeTakeFirst()

/** Makes the client link of `viewer`'s collection, in place of the one before. Returns whether the collection is the viewer's. */
export function replaceLink(
  db: Db,
  {
    collectionId,
    tokenHash,
    until,
    now,
  }: { collectionId: number; tokenHash: Buffer; until: Date; now: Date },
  viewer: Viewer,
) {
  return transaction(db, async trx => {
    await deleteLink(trx, collectionId, viewer)
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('collection_link')
      .columns(['collection_id', 'token_hash', 'until', 'created_at'])
      .expression(eb =>
        eb
          .selectFrom('collection')
          .where('collection_id', '=', collectionId)
          .where('designer_id', '=', viewer.id)
          .select(e => [
            'collection_id',
            e.val(tokenHash).as('token_hash'),
            sql<Date>`${until}::timestamptz`.as('until'),
            sql<Date>`${now}::timestamptz`.as('created_at'),
          ])
          .forNoKeyUpdate(),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  })
}

/** Ends the client link of `viewer`'s collection; its openings go with it. */
export async function deleteLink(db: Db, collectionId: number, viewer: Viewer) {
  await db
    .deleteFrom('collection_link')
    .where('collection_id', '=', collectionId)
    .where(
      'collection_id',
      'in',
      db.selectFrom('collection').where('designer_id', '=', viewer.id).select('collection_id'),
    )
    .execute()
}

/**
 * The collection that a client link leads to, as its owner sees it: private or public, but not hidden. Its logos are without
 * those of designers in a block with its owner or the viewer. Undefined for a link that has ended or never was.
 */
export async function findLinked(db: Db, tokenHash: Buffer, viewer: Viewer, now: Date) {
  const link = await db
    .selectFrom('collection_link')
    .innerJoin('collection', 'collection.collection_id', 'collection_link.collection_id')
    .where('token_hash', '=', tokenHash)
    .where('until', '>', now)
    .where('collection.hidden_at', 'is', null)
    .select(['collection.collection_id', 'collection.designer_id'])
    .executeTakeFirst()
  if (!link) return
  const { collection_id, designer_id } = link
  const collection = await selectCollections(db, { ...viewer, id: designer_id })
    .where('collection.collection_id', '=', collection_id)
    .executeTakeFirst()
  if (!collection) return
  const logos = await selectCollectionLogos(db, collection_id, viewer)
    .where(eb =>
      eb.not(
        eb.or([isBlocked(viewer, 'logo.designer_id'), isBlocked({ id: designer_id }, 'logo.designer_id')]),
      ),
    )
    .execute()
  const shown = new Set(logos.map(logo => logo.logo_id))
  const of = (list: string) => list.split(',').filter(Boolean)
  const preview = of(collection.logo_ids_list).map(Number)
  const notes = await listNotes(db, collection_id)
  return {
    ...collection,
    count: logos.length,
    logo_ids_list: preview.filter(id => shown.has(id)).join(),
    logo_urls_list: of(collection.logo_urls_list)
      .filter((_, i) => shown.has(preview[i]!))
      .join(),
    cover_logo_id: shown.has(collection.cover_logo_id ?? 0) ? collection.cover_logo_id : null,
    logos,
    notes: notes.filter(({ logo_id }) => shown.has(logo_id)),
  }
}

/** Counts that a viewer has opened a client link: once a day, and not its owner. `viewerKey` is a hash, not a name. */
export async function recordOpening(
  db: Db,
  tokenHash: Buffer,
  { viewerKey, day, now }: { viewerKey: string; day: string; now: Date },
  viewer: Viewer,
) {
  await sql`
    with opened as (
      insert into collection_link_opening (collection_id, day, viewer)
      select collection_id, ${day}::date, ${viewerKey} from collection_link join collection using (collection_id)
      where token_hash = ${tokenHash} and until > ${now} and designer_id <> ${viewer.id} and hidden_at is null
      on conflict do nothing returning collection_id)
    update collection_link set opened_ct = opened_ct + 1 where collection_id in (select collection_id from opened)`.execute(
    db,
  )
}

/** Deletes what was kept to count each viewer once, before yesterday. */
export async function clearOldOpenings(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
  await db.deleteFrom('collection_link_opening').where('day', '<', yesterday).execute()
}
