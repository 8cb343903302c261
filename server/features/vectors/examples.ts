import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findVector: db => queries.findVector(db, 1, viewer),
  isOwnLogo: db => queries.isOwnLogo(db, 1, viewer),
  lockOwnLogo: db => queries.lockOwnLogo(db, 1, viewer),
  findAccount: db => queries.findAccount(db, 1),
  setVector: db =>
    queries.setVector(db, {
      logo_id: 1,
      filename: 'Rosa.svg',
      bytes: 9,
      file: '0'.repeat(32),
      sent_at: now,
    }),
  deleteVector: db => queries.deleteVector(db, 1, viewer),
  deleteVectorsOf: db => queries.deleteVectorsOf(db, 1),
}
