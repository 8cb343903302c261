import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findAccount: db => queries.findAccount(db, 'ada'),
  listSessions: db => queries.listSessions(db, 1, Buffer.alloc(32), new Date(0)),
  listAddresses: db => queries.listAddresses(db, 1, now),
  endSession: db => queries.endSession(db, 1, '00000000-0000-4000-8000-000000000000'),
  findPassword: db => queries.findPassword(db, 1),
  lockPassword: db => queries.lockPassword(db, { designer_id: 1, password_hash: 'old' }),
  replacePassword: db => queries.replacePassword(db, { designer_id: 1, password_hash: 'old' }, 'new'),
  insertReset: db =>
    queries.insertReset(db, { token_hash: Buffer.alloc(32), designer_id: null, expires_at: now }),
  findReset: db => queries.findReset(db, Buffer.alloc(32), 1, now),
  deleteResets: db => queries.deleteResets(db, 1),
  voidPassword: db => queries.voidPassword(db, 1, 'hash', now),
  clearExpiredSessions: db => queries.clearExpiredSessions(db, now),
}
