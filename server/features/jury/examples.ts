import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findSeat: db => queries.findSeat(db, 1),
  findProgress: db => queries.findProgress(db, 1, 1, 1),
  countSaves: db => queries.countSaves(db, 1, 1),
  listDeclared: db => queries.listDeclared(db, 1, 2),
  replaceDeclared: db => queries.replaceDeclared(db, 1, 2, [3]),
  listOpenAccounts: db => queries.listOpenAccounts(db, [3]),
  listEarlierScores: db => queries.listEarlierScores(db),
  listTiles: async db => {
    const seat = { book_id: 1, number: 1, round: 1 } as const
    for (const from of ['next', 'skipped', 'scored'] as const)
      await queries.listTiles(db, seat, { from, after: 20, most: 20 })
  },
  lockChain: db => queries.lockChain(db, 1),
  listAnswered: db => queries.listAnswered(db, 1, ['key']),
  listOwnTiles: db => queries.listOwnTiles(db, 1, [1]),
  insertScores: db =>
    queries.insertScores(
      db,
      { book_id: 1, number: 1, designer_id: 1, round: 1 },
      { lines: [], counting: [], answers: [{ key: 'key', error: null }], kept_at: now },
    ),
  setTile: db => queries.setTile(db, 1, { is_skipped: true }),
  insertConflict: db => queries.insertConflict(db, { book_id: 1, logo_id: 1, number: 1, reason: 'known' }),
  setFlag: db =>
    queries.setFlag(db, { book_id: 1, logo_id: 1, number: 1, reason: 'copy', text: 'A copy', at: now }),
  findBenchPicture: db => queries.findBenchPicture(db, 1, 1, 1),
}
