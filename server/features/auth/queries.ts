import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The account somebody signs in to, by user name or e-mail address, without case. */
export function findAccount(db: Db, name: string) {
  return db
    .selectFrom('designer')
    .where(sql<string>`lower(username)`, '=', name.toLowerCase())
    .union(
      db
        .selectFrom('designer')
        .where(sql<string>`lower(email)`, '=', name.toLowerCase())
        .select(['designer_id', 'email', 'password_hash']),
    )
    .select(['designer_id', 'email', 'password_hash'])
    .limit(1)
    .executeTakeFirst()
}

/** The password's hash and where its owner is written to. */
export function findPassword(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select(['designer_id', 'username', 'email', 'password_hash'])
    .executeTakeFirst()
}

/** Whether the hash is still the account's; while the transaction lasts it stays so. */
export async function holdPassword(
  db: Db,
  account: { designer_id: number; password_hash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('designer')
    .where('designer_id', '=', account.designer_id)
    .where('password_hash', '=', account.password_hash)
    .select('designer_id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces one hash by another; undefined when the old one is not the account's any more. */
export function replacePassword(
  db: Db,
  account: { designer_id: number; password_hash: string },
  passwordHash: string,
) {
  return db
    .updateTable('designer')
    .where('designer_id', '=', account.designer_id)
    .where('password_hash', '=', account.password_hash)
    .set({ password_hash: passwordHash })
    .returning(['designer_id', 'username', 'email'])
    .executeTakeFirst()
}

/** A link to set a new password, good until `expires_at`; for nobody when `designer_id` is null. */
export async function insertReset(
  db: Db,
  reset: { token_hash: Buffer; designer_id: number | null; expires_at: Date },
): Promise<void> {
  await db.insertInto('password_reset').values(reset).execute()
}

/** Whose password a link may set now. */
export function findReset(db: Db, tokenHash: Buffer, designerId: number, now: Date) {
  return db
    .selectFrom('password_reset')
    .innerJoin('designer', 'designer.designer_id', 'password_reset.designer_id')
    .where('token_hash', '=', tokenHash)
    .where('password_reset.designer_id', '=', designerId)
    .where('expires_at', '>', now)
    .select(['designer.designer_id', 'designer.password_hash'])
    .executeTakeFirst()
}

/** No link that was mailed to this account is good any more. */
export async function deleteResets(db: Db, designerId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('designer_id', '=', designerId).execute()
}
