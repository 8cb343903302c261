import { type Examples, now, page } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listAccounts: async db => {
    await queries.listAccounts(db, { q: 'ada@', state: 'grace', role: 'staff' }, page, now)
    await queries.listAccounts(db, { role: 'admin' }, { ...page, sort: 'name' }, now)
  },
  countAccounts: db => queries.countAccounts(db, {}, now),
  findAccountDetails: db => queries.findAccountDetails(db, 1, now),
  findLastSubscription: db => queries.findLastSubscription(db, 1),
  listGrantsOf: db => queries.listGrantsOf(db, 1),
  listLookalikes: db => queries.listLookalikes(db, 1),
  listTimeline: db => queries.listTimeline(db, 1),
  listPeople: db => queries.listPeople(db, { q: 'ada', role: 'chair', factor: 'none' }, page, false),
  countPeople: db => queries.countPeople(db, { factor: 'set' }),
}
