import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  audit: db => queries.audit(db, { at: now, designer_id: 1, subscription_id: null, what: 'account opened' }),
}
