import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  insertTiles: db => queries.insertTiles(db, 1, [{ number: 1, logo_id: 1, round: 1, position: 1 }]),
  listBarred: db => queries.listBarred(db, 1, [1]),
  listLoads: db => queries.listLoads(db, 1, 1),
  listUnfinished: db => queries.listUnfinished(db, 1, 1, [1]),
  moveTiles: db =>
    queries.moveTiles(db, {
      book_id: 1,
      round: 1,
      moves: [{ tile: { assignment_id: 1, logo_id: 1, number: 1 }, to: 2 }],
      now,
    }),
}
