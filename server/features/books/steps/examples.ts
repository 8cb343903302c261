import { type Examples, now } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  insertConflicts: db => queries.insertConflicts(db, 1),
  listCrowdedEntries: db => queries.listCrowdedEntries(db, 1),
  withdrawJurorsEntries: db => queries.withdrawJurorsEntries(db, 1),
  numberJurors: db => queries.numberJurors(db, 1),
  disqualifyHidden: db => queries.disqualifyHidden(db, 1, now),
  countUnscored: db => queries.countUnscored(db, 1, 1),
}
