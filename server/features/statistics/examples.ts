import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

const period = { designer_id: 1, from: '2026-01-01', to: '2026-01-31' }

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  hasOwnLogo: db => queries.hasOwnLogo(db, 1, 1),
  sumByDay: db => queries.sumByDay(db, period, now),
  sumBySource: db => queries.sumBySource(db, period),
  listWords: db => queries.listWords(db, period),
  listHolding: db => queries.listHolding(db, period, now),
}
