import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  countMembersByState: db => queries.countMembersByState(db, now),
  findMember: db => queries.findMember(db, 'ada'),
  searchMembers: db => queries.searchMembers(db, 'ada'),
  listSeats: db => queries.listSeats(db, 1),
  findRole: db => queries.findRole(db, 1),
  hasAdmin: db => queries.hasAdmin(db),
  hasOtherAdmin: db => queries.hasOtherAdmin(db, 1, now),
  requireOtherAdmin: db => queries.requireOtherAdmin(db, { designer_id: 1, role: 'admin' }, now, 'ada is'),
  lockWithAdmins: db => queries.lockWithAdmins(db, [1, 2]),
  updateSuspension: db => queries.updateSuspension(db, 1, now),
}
