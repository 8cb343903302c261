import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listTokens: db => queries.listTokens(db, 1),
  insertToken: db =>
    queries.insertToken(
      db,
      { designer_id: 1, name: 'Website', scope: 'read', token_hash: Buffer.alloc(32), created_at: now },
      20,
    ),
  deleteToken: db => queries.deleteToken(db, 1, 1),
  endTokens: db => queries.endTokens(db, 1),
}
