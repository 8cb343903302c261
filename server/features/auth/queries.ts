import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The account somebody signs in to, by user name or e-mail address, without case. */
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
        .select(['designer_id', 'password_hash']),
    )
    .select(['designer_id', 'password_hash'])
    .limit(1)
    .executeTakeFirst()
}

/** Which of these pictures no logo shows any more. */
export async function listUnusedImages(db: Db, images: string[]) {
  const rows = await sql<{ image: string }>`select distinct image from unnest(${images}::text[]) image
    where not exists (select 1 from logo where logo.image = image.image)`.execute(db)
  return rows.rows.map(row => row.image)
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

/** Ends one of a designer's sessions; false when there is none by that id. */
export async function endSession(db: Db, designerId: number, sessionId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('designer_id', '=', designerId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The account's own password, to ask for it again. */
export function findPasswordHash(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select('password_hash')
    .executeTakeFirst()
}
