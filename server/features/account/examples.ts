import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findContactInfo: db => queries.findContactInfo(db, 1, now),
  lockAccount: db => queries.lockAccount(db, 1),
  updateDesigner: db => queries.updateDesigner(db, 1, { email: 'ada@example.com', avatar: null }),
  replaceProfileLogos: db => queries.replaceProfileLogos(db, 1, []),
  insertEmailChange: db =>
    queries.insertEmailChange(db, {
      designer_id: 1,
      old_email: 'ada@example.com',
      new_email: 'ada@example.org',
      confirm_hash: Buffer.alloc(32, 1),
      restore_hash: Buffer.alloc(32, 2),
      created_at: now,
    }),
  findEmailChange: db => queries.findEmailChange(db, { confirm_hash: Buffer.alloc(32) }),
  withdrawEmailChange: db => queries.withdrawEmailChange(db, 1),
  listEmailChangesSince: db => queries.listEmailChangesSince(db, 1, now),
  setEmailChangeState: db =>
    queries.setEmailChangeState(db, { email_change_id: 1, designer_id: 1 }, 'restored'),
  clearOldEmailChanges: db => queries.clearOldEmailChanges(db, now),
  readEverything: db => queries.readEverything(db, 1),
}
