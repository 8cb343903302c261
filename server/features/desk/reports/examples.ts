import { type Examples, page } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listReports: db => queries.listReports({ db, publicUrl: 'https://colophon.example' }, {}, page),
  findReports: db => queries.findReports(db, '17', 8),
  listOldestCases: async db => {
    await queries.listOldestCases(db, { isAppeal: false, limit: 3 })
    await queries.listOldestCases(db, { isAppeal: true, limit: 3 })
  },
  countReports: db => queries.countReports(db, { state: 'open', kind: 'logo', q: 'ada' }),
  listSkimmedLogos: db => queries.listSkimmedLogos(db, {}, page),
  countSkimmedLogos: db => queries.countSkimmedLogos(db, { state: 'hidden', q: 'ada' }),
  listSkimmedComments: db => queries.listSkimmedComments(db, {}, page),
  countSkimmedComments: db => queries.countSkimmedComments(db, { state: 'shown' }),
}
