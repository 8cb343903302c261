import { measures } from '../../../../shared/api/desk/today.ts'
import { abilities } from '../../../../shared/rules/roles.ts'
import { type Examples, now } from '../../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  countMatters: db => queries.countMatters(db, now),
  listOldestMails: async db => {
    await queries.listOldestMails(db, { state: 'undelivered', now, limit: 3 })
    await queries.listOldestMails(db, { state: 'late', now, limit: 3 })
  },
  listOldestMessages: db => queries.listOldestMessages(db, { now, limit: 3 }),
  sumByMonth: db => queries.sumByMonth(db, measures, now),
  findInstallation: db => queries.findInstallation(db),
  searchDesk: db => queries.searchDesk(db, 'ada', abilities, 8),
}
