import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findFigures: db => queries.findFigures(db, now),
  findLargeFigures: db => queries.findLargeFigures(db, now),
}
