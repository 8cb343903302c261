import type { Examples } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listProgress: db => queries.listProgress(db, 1, 1),
  listFlags: db => queries.listFlags(db, 1),
  listDisqualified: db => queries.listDisqualified(db, 1),
  countDeclared: db => queries.countDeclared(db, 1),
}
