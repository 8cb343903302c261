import { type Examples, now, page } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listGrants: db => queries.listGrants(db, { q: 'ada', source: 'admin' }, page),
  countGrants: db => queries.countGrants(db, {}),
  findShellGrant: db => queries.findShellGrant(db, { designer_id: 1, days: 30, since: now }),
  listAllPayments: db => queries.listAllPayments(db, { q: 'ada', status: 'completed' }, page),
  countAllPayments: db => queries.countAllPayments(db, {}),
  listCases: db => queries.listCases(db, { q: 'ada', state: 'open' }, page),
  countCases: db => queries.countCases(db, { state: 'done' }),
  listCards: db => queries.listCards(db, { q: 'ada', state: 'unused' }, page, now),
  countCards: db => queries.countCards(db, {}, now),
  sumSupportGrants: db => queries.sumSupportGrants(db, now),
}
