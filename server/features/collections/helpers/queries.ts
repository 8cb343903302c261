import { sql } from 'kysely'
import { maxCollectionHelpers } from '../../../../shared/rules/limits.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { Viewer } from '../../../viewer.ts'

/** The helpers of a collection, in the order of their invitation: all of them for its owner, a helper's own row. */
export const listHelpers = (db: Db, collectionId: number, viewer: Viewer) =>
  db
    .selectFrom('collection_helper')
    .innerJoin('collection', 'collection.collection_id', 'collection_helper.collection_id')
    .innerJoin('designer', 'designer.designer_id', 'collection_helper.designer_id')
    .where('collection.collection_id', '=', collectionId)
    .where(eb =>
      eb.or([
        eb('collection.designer_id', '=', viewer.id),
        eb.and([eb('designer.designer_id', '=', viewer.id), eb('collection.hidden_at', 'is', null)]),
      ]),
    )
    .select(['designer.designer_id', 'designer.username', 'designer.slug', 'designer.company'])
    .orderBy('collection_helper.created_at')
    .orderBy('designer.designer_id')
    .execute()

/**
 * Makes a member a helper of `viewer`'s shown collection; idempotent. `missing`: there is no such member; `blocked`: one of the
 * two has blocked the other; `not own`: nothing is known of the collection.
 */
export function addHelper(
  db: Db,
  { collectionId, username, now }: { collectionId: number; username: string; now: Date },
  viewer: Viewer,
): Promise<'done' | 'missing' | 'oneself' | 'blocked' | 'full' | 'not own'> {
  return transaction(db, async trx => {
    const invited = await trx
      .selectFrom('designer')
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('closed_at', 'is', null)
      .select('designer_id')
      .executeTakeFirst()
    if (!invited) return 'missing'
    const { designer_id } = invited
    if (designer_id === viewer.id) return 'oneself'
    // Locks both accounts in the order in which a block locks them, and then the collection: a concurrent block either
    // comes first and is seen here, or comes afterwards and ends the help.
    const { rows } = await sql`
      select from designer
      where designer_id in (${viewer.id}, ${designer_id}) and closed_at is null
      order by designer_id for no key update`.execute(trx)
    if (rows.length < 2) return 'missing'
    const { rows: blocks } = await sql`select where is_blocked(${viewer.id}, ${designer_id})`.execute(trx)
    if (blocks.length) return 'blocked'
    const own = await trx
      .selectFrom('collection')
      .where('collection_id', '=', collectionId)
      .where('designer_id', '=', viewer.id)
      .where('hidden_at', 'is', null)
      .select('collection_id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!own) return 'not own'
    const helpers = await trx
      .selectFrom('collection_helper')
      .where('collection_id', '=', collectionId)
      .select('designer_id')
      .execute()
    if (helpers.some(helper => helper.designer_id === designer_id)) return 'done'
    if (helpers.length >= maxCollectionHelpers) return 'full'
    await trx
      .insertInto('collection_helper')
      .values({ collection_id: collectionId, designer_id, created_at: now })
      .execute()
    return 'done'
  })
}

/** Ends a member's help with a collection, for its owner or that member. Returns whether it did. */
export async function removeHelper(db: Db, collectionId: number, username: string, viewer: Viewer) {
  const { numDeletedRows } = await db
    .deleteFrom('collection_helper')
    .using(['collection', 'designer'])
    .whereRef('collection.collection_id', '=', 'collection_helper.collection_id')
    .whereRef('designer.designer_id', '=', 'collection_helper.designer_id')
    .where('collection.collection_id', '=', collectionId)
    .where(sql`lower(designer.username)`, '=', username.toLowerCase())
    .where(eb =>
      eb.or([
        eb('collection.designer_id', '=', viewer.id),
        eb('collection_helper.designer_id', '=', viewer.id),
      ]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
