import { makeColorIndex } from '../../db/color-index.ts'
import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listSaved: db => queries.listSaved(db, 1),
  lockOwner: db => queries.lockOwner(db, 1),
  insertSaved: db =>
    queries.insertSaved(db, { designer_id: 1, name: 'Fox', query: 'search_text=fox', created_at: now }),
  seeSaved: db => queries.seeSaved(db, 1, 1),
  deleteSaved: db => queries.deleteSaved(db, 1, 1),
  countNews: db => queries.countNews(db, [1], viewer, now),
  findMatches: db => queries.findMatches(db, makeColorIndex(), 'search_text=fox'),
}
