import type { Examples } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listParts: db => queries.listParts(db, 'logos'),
  listPartPages: db => queries.listPartPages(db, 'logos', 1),
}
