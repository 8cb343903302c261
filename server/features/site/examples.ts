import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listSaved: db => queries.listSaved(db),
  listVersions: db => queries.listVersions(db, 'tagline'),
  lockNewest: db => db.transaction().execute(trx => queries.lockNewest(trx, 'tagline')),
  insertVersion: db =>
    queries.insertVersion(db, { name: 'tagline', version: 1, value: 'Hello', at: now, designer_id: null }),
  readWords: db => queries.readWords(db),
}
