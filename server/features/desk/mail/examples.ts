import { type Examples, page } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listExampleLogos: db => queries.listExampleLogos(db),
  listMails: db => queries.listMails(db, { q: 'receipt', state: 'dead' }, page),
  countMails: db => queries.countMails(db, {}),
}
