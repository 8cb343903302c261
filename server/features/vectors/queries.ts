import type { Insertable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import type { Viewer } from '../../viewer.ts'

/** The vector original of `viewer`'s logo; undefined if there is none, or if the logo is another's. */
export function findVector(db: Db, logoId: number, viewer: Viewer) {
  return db
    .selectFrom('vector')
    .innerJoin('logo', 'logo.logo_id', 'vector.logo_id')
    .where('vector.logo_id', '=', logoId)
    .where('logo.designer_id', '=', viewer.id)
    .select(['vector.filename', 'vector.bytes', 'vector.file'])
    .executeTakeFirst()
}

const selectOwnLogo = (db: Db, logoId: number, viewer: Viewer) =>
  db.selectFrom('logo').where('logo_id', '=', logoId).where('designer_id', '=', viewer.id).select('logo_id')

/** Whether this is `viewer`'s logo. */
export const isOwnLogo = async (db: Db, logoId: number, viewer: Viewer) =>
  (await selectOwnLogo(db, logoId, viewer).executeTakeFirst()) !== undefined

/** Locks `viewer`'s logo, so that it is not deleted until the transaction ends. Returns whether there is one. */
export const lockOwnLogo = async (trx: Db, logoId: number, viewer: Viewer) =>
  (await selectOwnLogo(trx, logoId, viewer).forNoKeyUpdate().executeTakeFirst()) !== undefined

/** Whether a designer's account is closed or suspended. */
export const findAccount = (db: Db, designerId: number) =>
  db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select(['closed_at', 'suspended_until'])
    .executeTakeFirst()

/** Writes a logo's vector original in place of the one before. */
export async function setVector(trx: Db, vector: Insertable<Database['vector']>) {
  const { logo_id: _, ...changes } = vector
  await trx
    .insertInto('vector')
    .values(vector)
    .onConflict(c => c.column('logo_id').doUpdateSet(changes))
    .execute()
}

/** Removes the row of `viewer`'s vector original; its file is queued for removal. Returns the file's name, if there was one. */
export async function deleteVector(db: Db, logoId: number, viewer: Viewer) {
  const gone = await db
    .deleteFrom('vector')
    .using('logo')
    .whereRef('logo.logo_id', '=', 'vector.logo_id')
    .where('vector.logo_id', '=', logoId)
    .where('logo.designer_id', '=', viewer.id)
    .returning('vector.file')
    .executeTakeFirst()
  return gone?.file
}

/** Removes the rows of all vector originals of a designer whose account is closed: logos in books stay, without them. */
export async function deleteVectorsOf(trx: Db, designerId: number) {
  await trx
    .deleteFrom('vector')
    .using('logo')
    .whereRef('logo.logo_id', '=', 'vector.logo_id')
    .where('logo.designer_id', '=', designerId)
    .execute()
}
