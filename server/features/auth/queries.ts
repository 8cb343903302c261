import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { newLinkToken, resetMs } from '../../http/mailed-link.ts'
import { closeSessions } from '../../http/session.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { endTokens } from '../tokens/queries.ts'

/** The account of a username or email address, case-insensitively. */
export function findAccount(db: Db, name: string) {
  return db
    .selectFrom('designer')
    .where(sql<string>`lower(username)`, '=', name.toLowerCase())
    .where('closed_at', 'is', null)
    .union(
      db
        .selectFrom('designer')
        .where(sql<string>`lower(email)`, '=', name.toLowerCase())
        .where('closed_at', 'is', null)
        .select(['designer_id', 'email', 'password_hash']),
    )
    .select(['designer_id', 'email', 'password_hash'])
    .limit(1)
    .executeTakeFirst()
}

/** A designer's open sessions: the one with this hash first, then the last used. */
export function listSessions(db: Db, designerId: number, currentHash: Buffer, now: Date) {
  return db
    .selectFrom('session')
    .where('designer_id', '=', designerId)
    .where('expires_at', '>', now)
    .select([
      'session_id',
      'user_agent',
      'address',
      'created_at',
      'last_seen_at',
      sql<0 | 1>`(token_hash = ${currentHash})::int`.as('is_current'),
    ])
    .orderBy('is_current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute()
}

/** The devices and networks of a designer's open sessions. */
export async function listAddresses(db: Db, designerId: number, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .where('designer_id', '=', designerId)
    .where('expires_at', '>', now)
    .select('address')
    .distinct()
    .execute()
  return rows.map(row => row.address)
}

/** Ends one of a designer's sessions; false if there is none with that id. */
export async function endSession(db: Db, designerId: number, sessionId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('designer_id', '=', designerId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The password's hash, and its owner's email address. */
export function findPassword(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['designer_id', 'username', 'email', 'password_hash'])
    .executeTakeFirst()
}

/** Whether the hash is still the account's; locks it until the transaction ends. */
export async function lockPassword(
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

/** Replaces one hash by another; undefined if the old one is not the account's any more. */
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

/** Stores a link to set a new password, valid until `expires_at`; it opens no account if `designer_id` is null. */
export async function insertReset(
  db: Db,
  reset: { token_hash: Buffer; designer_id: number | null; expires_at: Date },
): Promise<void> {
  await db.insertInto('password_reset').values(reset).execute()
}

/** The account whose password a link may set now. */
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

/**
 * Closes an account to all who have its password or a session, and returns the token of a link that sets a new password.
 * `unknownPassword`: the hash of a random one.
 */
export async function voidPassword(
  trx: Db,
  designerId: number,
  unknownPassword: string,
  now: Date,
): Promise<string> {
  await trx
    .updateTable('designer')
    .set({ password_hash: unknownPassword })
    .where('designer_id', '=', designerId)
    .execute()
  await closeSessions(trx, designerId)
  await endTokens(trx, designerId)
  await deleteResets(trx, designerId)
  const token = newLinkToken()
  const expires_at = new Date(now.getTime() + resetMs)
  await insertReset(trx, { token_hash: hashToken(token), designer_id: designerId, expires_at })
  return token
}

/** Voids every password link mailed to this account. */
export async function deleteResets(db: Db, designerId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('designer_id', '=', designerId).execute()
}

/** Deletes sessions and password links whose time is over. */
export async function clearExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_reset').where('expires_at', '<', now).execute()
}
