import { type Examples, now, viewer } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listHelpers: db => queries.listHelpers(db, 1, viewer),
  addHelper: db => queries.addHelper(db, { collectionId: 1, username: 'rook', now }, viewer),
  removeHelper: db => queries.removeHelper(db, 1, 'rook', viewer),
}
