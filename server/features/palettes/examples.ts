import type { Examples } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  claimColorless: db => queries.claimColorless(db),
  setPalette: db => queries.setPalette(db, 1, { colors: [{ hex: '#e4002b', share: 1 }], kind: 'one-color' }),
  countColorless: db => queries.countColorless(db),
}
