import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'

/** A logo's pictures or a designer's, by the name that their row has for them. */
export type Picture = Pick<Selectable<Database['unused_picture']>, 'kind' | 'image'>

/**
 * Locks a picture until the transaction ends: against those who want it `alone`, or, alone, against everybody. So a
 * picture is not removed while a logo with the same one is being added.
 */
export async function lockPicture(trx: Transaction<Database>, image: string, how: 'together' | 'alone') {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(hashtextextended(${image}, 0))`.execute(trx)
}

/** Whether any row shows this picture. */
export async function isPictureUsed(db: Db, { kind, image }: Picture) {
  const row =
    kind === 'logo'
      ? await db.selectFrom('logo').where('image', '=', image).select('logo_id').executeTakeFirst()
      : await db.selectFrom('designer').where('avatar', '=', image).select('designer_id').executeTakeFirst()
  return row !== undefined
}

/** Has the files of these pictures removed, unless something else shows them. Belongs in the transaction that lets go of them. */
export async function listUnused(trx: Db, pictures: Picture[]) {
  if (!pictures.length) return
  await trx
    .insertInto('unused_picture')
    .values(pictures)
    .onConflict(c => c.doNothing())
    .execute()
}

/** The pictures whose files are still to be removed, the longest waiting first. */
export function findUnused(db: Db): Promise<Picture[]> {
  return db.selectFrom('unused_picture').select(['kind', 'image']).orderBy('since').execute()
}

/** Nothing is left to remove of this picture. */
export async function strikeOff(trx: Db, { kind, image }: Picture) {
  await trx.deleteFrom('unused_picture').where('kind', '=', kind).where('image', '=', image).execute()
}
