import type { Examples } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listNewestUploads: db => queries.listNewestUploads(db, 400, 1),
  listNewestSaves: db => queries.listNewestSaves(db, 400, 1),
}
