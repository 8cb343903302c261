import { boundsOf } from '../../../shared/rules/trends.ts'
import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listQuarters: db => queries.listQuarters(db),
  findTrends: db => queries.findTrends(db, '2026-3', { viewer, now }),
  tryLockCounting: db => queries.tryLockCounting(db),
  findChangedQuarter: db => queries.findChangedQuarter(db, now),
  removeChanges: db => queries.removeChanges(db, ['1']),
  listPublicIds: db => queries.listPublicIds(db, boundsOf('2026-3')),
  listCounted: db => queries.listCounted(db, [1]),
  setQuarter: db => queries.setQuarter(db, '2026-3', { logo_ct: 1, before_ct: 0, trends: [] }, now),
}
