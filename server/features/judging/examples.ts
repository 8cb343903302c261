import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

const ranked = { logo_id: 1, rank: 1, u: 0.5, v: 0.1, p: 0.9, band: 5 as const, cross_check: 0.4 }

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listCountedScores: db => queries.listCountedScores(db, 1),
  listStandingEntries: db => queries.listStandingEntries(db, 1),
  listSaved: db => queries.listSaved(db, 1),
  insertFirstRanking: db => queries.insertFirstRanking(db, 1, [ranked]),
  upsertRanking: db => queries.upsertRanking(db, 1, [ranked], { isFirst: true }),
  listRankable: db => queries.listRankable(db, 1),
  deleteGoneResults: db => queries.deleteGoneResults(db, 1),
  listResults: db => queries.listResults(db, 1, { offset: 0, limit: 20 }),
  countResults: db => queries.countResults(db, 1),
  listScoreChain: db => queries.listScoreChain(db, 1, 0, 2000),
  insertAwards: db => queries.insertAwards(db, 1, 5),
  markRanked: db => queries.markRanked(db, 1, 5),
  insertLettersToWrite: db => queries.insertLettersToWrite(db, 1),
  claimEntrants: db => queries.claimEntrants(db, 200, now),
  noteLetters: db => queries.noteLetters(db, [], now),
}
