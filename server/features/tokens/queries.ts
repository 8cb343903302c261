import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

const columns = ['token_id', 'name', 'scope', 'created_at', 'last_used_at'] as const

/** A designer's API tokens, the newest first. */
export const listTokens = (db: Db, designerId: number) =>
  db
    .selectFrom('api_token')
    .where('designer_id', '=', designerId)
    .select(columns)
    .orderBy('token_id', 'desc')
    .execute()

/** Keeps a token's hash; undefined if the designer has `most` already. Runs in a transaction, in which it locks the designer. */
export async function insertToken(
  trx: Db,
  token: { designer_id: number; name: string; scope: 'read' | 'write'; token_hash: Buffer; created_at: Date },
  most: number,
) {
  await sql`select from designer where designer_id = ${token.designer_id} for update`.execute(trx)
  const { count } = await trx
    .selectFrom('api_token')
    .where('designer_id', '=', token.designer_id)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) return undefined
  return trx.insertInto('api_token').values(token).returning(columns).executeTakeFirstOrThrow()
}

/** False if the designer has no such token. */
export async function deleteToken(db: Db, designerId: number, tokenId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('designer_id', '=', designerId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Revokes all of a designer's API tokens. */
export async function endTokens(db: Db, designerId: number) {
  await db.deleteFrom('api_token').where('designer_id', '=', designerId).execute()
}
