import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  hasSearched: db => queries.hasSearched(db, 1, 'ada@', now),
  recordAct: db =>
    queries.recordAct(
      db,
      { designer_id: 1, origin: 'web' },
      { what: 'books.state', kind: 'book', id: 1, before: 'open', after: 'closed', why: 'The deadline' },
      now,
    ),
  findClosedUsername: db => queries.findClosedUsername(db, 'ada'),
  listActs: db => queries.listActs(db, 'designer', 1),
  listHistory: async db => {
    await queries.listHistory(db, {}, { page: 2, page_size: 50 })
    await queries.listHistory(
      db,
      { by: 1, q: 'role', from: 'web', designer_id: 1 },
      { page: 1, page_size: 50 },
    )
  },
  countHistory: db => queries.countHistory(db, { from: 'ledger' }),
}
