import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  noteCard: db => queries.noteCard(db, 'cards/1.jpg', now),
  listOldCards: db => queries.listOldCards(db, now),
  forgetOldCard: db => queries.forgetOldCard(db, 'cards/1.jpg', now),
}
