import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listPlayableBooks: db => queries.listPlayableBooks(db),
  isOffered: db => queries.isOffered(db, '2026-01-01'),
  listShownAwards: db => queries.listShownAwards(db, 1),
  findDay: db => queries.findDay(db, '2026-01-01'),
  findNumber: db => queries.findNumber(db, '2026-01-01'),
  insertDay: db =>
    queries.insertDay(db, {
      day: '2026-01-01',
      number: 1,
      book_id: 1,
      logo_ids: Array.from({ length: 20 }, (_, i) => i + 1),
    }),
  listTiles: db => queries.listTiles(db, [1, 2], viewer),
  hasPlayed: db => queries.hasPlayed(db, '2026-01-01', Buffer.alloc(32)),
  countPlayer: db => queries.countPlayer(db, '2026-01-01', Buffer.alloc(32), 31),
  findDayPicture: db => queries.findDayPicture(db, 1, 1),
  clearOldPlayers: db => queries.clearOldPlayers(db, now),
}
