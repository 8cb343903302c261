import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  createAffiliate: db => queries.createAffiliate(db, { code: 'FERRO', username: 'ferro', now }),
  findAffiliate: db => queries.findAffiliate(db, 'FERRO', 'ferro'),
  creditAffiliate: db =>
    queries.creditAffiliate(db, { designer_id: 1, grant_id: 1, subscription_id: 'I-1' }, now),
  listAffiliates: db => queries.listAffiliates(db),
}
