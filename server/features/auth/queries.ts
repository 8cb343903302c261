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
        .select(['designer_id', 'password_hash']),
    )
    .select(['designer_id', 'password_hash'])
    .limit(1)
    .executeTakeFirst()
}
