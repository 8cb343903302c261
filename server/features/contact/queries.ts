import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Name and email address of a designer, for themselves only. */
export function findSender(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select([sql<string>`first_name || ' ' || last_name`.as('name'), 'email'])
    .executeTakeFirst()
}
