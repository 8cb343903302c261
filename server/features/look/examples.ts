import { type Examples, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  setLook: db => queries.setLook(db, 1, Buffer.alloc(0)),
  enqueueLookCheck: db => queries.enqueueLookCheck(db, 1),
  hasLookCheck: db => queries.hasLookCheck(db),
  claimLookCheck: db => queries.claimLookCheck(db),
  findFirstPictures: db => queries.findFirstPictures(db, 1, [2]),
  findLook: db => queries.findLook(db, 1, viewer),
  keepShown: db => queries.keepShown(db, [], viewer),
  listByIds: db => queries.listByIds(db, [1], viewer),
  listUndescribed: db => queries.listUndescribed(db, 0, 8),
  setLooks: db => queries.setLooks(db, []),
  tryLockDescribing: db => queries.tryLockDescribing(db),
}
