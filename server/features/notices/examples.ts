import { noticeKinds } from '../../../shared/rules/notices.ts'
import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

const dueNotices = noticeKinds.map(kind => ({ designer_id: 1, kind, since: now }))

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findPreferences: db => queries.findPreferences(db, 1),
  changePreferences: db => queries.changePreferences(db, 1, { comments: 'daily' }, now),
  endLetters: db => queries.endLetters(db, 1),
  listDue: db => queries.listDue(db, now),
  claimDue: db => queries.claimDue(db, [1], now),
  listReaders: db => queries.listReaders(db, [1], now),
  listHappened: db => queries.listHappened(db, dueNotices, now, now),
  listNewWork: db => queries.listNewWork(db, dueNotices, now, now),
  listNewMatches: db => queries.listNewMatches(db, [1], { designer_id: 1, since: now, seen_id: 1 }, now, now),
  listPosts: db => queries.listPosts(db, dueNotices, now),
  listBooks: db => queries.listBooks(db, dueNotices, now, 'Book'),
}
