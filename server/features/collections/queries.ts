import { type Insertable, sql, type Updateable } from 'kysely'
import { collectionPreview } from '../../../shared/rules/limits.ts'
import { type Db, retried } from '../../db/connect.ts'
import { flag, isCollected, pictureUrl, selectLogos } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'
import { seesHidden, type Viewer } from '../../viewer.ts'

/**
 * Collections as the contract shows them: public ones and the viewer's own. No query returns another designer's
 * private one.
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
              .select(['logo.logo_id', pictureUrl(320).as('url'), 'collection_logo.created_at'])
              .orderBy('collection_logo.created_at', 'desc')
              .orderBy('logo.logo_id', 'desc')
              .limit(collectionPreview)
              .as('newest'),
          )
          .select(eb => [
            joined('logo_id').as('logo_ids_list'),
            joined('url').as('logo_urls_list'),
            eb.fn.max('created_at').as('saved_at'),
          ])
          .as('preview'),
      join => join.onTrue(),
    )
    .where(eb => eb.or([eb('collection.is_public', '=', true), eb('collection.designer_id', '=', viewer.id)]))
    .select([
      'collection.collection_id as light_box_id',
      'collection.name',
      'collection.description',
      sql<'0' | '1'>`collection.is_public::int::text`.as('is_public'),
      'collection.logo_ct as count',
      'preview.logo_ids_list',
      'preview.logo_urls_list',
      'collection.designer_id',
      'owner.slug',
      'owner.company',
    ])
}

const joined = (column: string) =>
  sql<string>`coalesce(string_agg(${sql.ref(column)}::text, ',' order by created_at desc, logo_id desc), '')`

/** One collection, unless it is another designer's private one; a hidden one is its owner's and staff's. */
export async function findCollection(db: Db, collectionId: number, viewer: Viewer) {
  const found = await selectCollections(db, viewer)
    .where('collection.collection_id', '=', collectionId)
    .$if(!seesHidden(viewer), q =>
      q.where(eb =>
        eb.or([eb('collection.hidden_at', 'is', null), eb('collection.designer_id', '=', viewer.id)]),
      ),
    )
    .select('collection.hidden_why')
    .executeTakeFirst()
  if (!found) return
  const { hidden_why, ...collection } = found
  return hidden_why === null ? collection : { ...collection, is_hidden: 1 as const, hidden_why }
}

/**
 * A designer's collections that `viewer` may see, newest first. With a logo: whether each holds it, and the one last
 * saved to first, since the next logo most often goes there, too.
 */
export function listCollections(db: Db, designerId: number, logoId: number | undefined, viewer: Viewer) {
  return selectCollections(db, viewer)
    .where('collection.designer_id', '=', designerId)
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
    .execute()
}

/** A collection's logos, the last saved first. `findCollection` has checked whether `viewer` may see them. */
export function listCollectionLogos(db: Db, collectionId: number, viewer: Viewer) {
  return selectLogos(db, viewer)
    .innerJoin('collection_logo', 'collection_logo.logo_id', 'logo.logo_id')
    .where('collection_logo.collection_id', '=', collectionId)
    .orderBy('collection_logo.created_at', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .execute()
}

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
 * Adds a logo to a collection of `viewer`'s or removes it; idempotent. Does nothing to another designer's collection
 * (`is_own` 0). Returns whether that changed anything, and the logo as it is now; undefined if it does not exist.
 */
export async function setSaved(db: Db, collectionId: number, logoId: number, viewer: Viewer, saved: boolean) {
  const own = db
    .selectFrom('collection')
    .where('collection.collection_id', '=', collectionId)
    .where('collection.designer_id', '=', viewer.id)
  const change = saved
    ? db
        .insertInto('collection_logo')
        .columns(['collection_id', 'logo_id'])
        .expression(
          own
            .innerJoin('logo', join => join.on('logo.logo_id', '=', logoId).on('logo.hidden_at', 'is', null))
            .select(['collection.collection_id', 'logo.logo_id'])
            .forKeyShare(),
        )
        .onConflict(c => c.doNothing())
        .returning('logo_id')
    : db
        .deleteFrom('collection_logo')
        .where('logo_id', '=', logoId)
        .where('collection_id', 'in', own.select('collection.collection_id'))
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
      eb.exists(own.select('collection.collection_id')).as('is_own'),
    ])
    .executeTakeFirst()
  return { isChanged: changed.length > 0, result }
}
