import { type Examples, now, page, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findProfile: db => queries.findProfile(db, { slug: 'ada' }, viewer),
  findDesigner: db => queries.findDesigner(db, { slug: 'ada' }),
  warnOfCompany: db => queries.warnOfCompany(db, 'Ada Lindqvist', 1),
  listChosenLogos: db => queries.listChosenLogos(db, 1, viewer),
  listProfileLogos: db => queries.listProfileLogos(db, 1, viewer),
  setBlocked: async db => {
    await queries.setBlocked(db, 1, 2, true, now)
    await queries.setBlocked(db, 1, 2, false, now)
  },
  listBlocked: db => queries.listBlocked(db, 1),
  setFollow: async db => {
    await queries.setFollow(db, 1, 2, true)
    await queries.setFollow(db, 1, 2, false)
  },
  listPeople: async db => {
    await queries.listPeople(db, 1, 'followers', page, viewer)
    await queries.listPeople(db, 1, 'following', page, viewer)
  },
  listLikedLogos: db => queries.listLikedLogos(db, page, viewer),
  listAwards: db => queries.listAwards(db, 1, 'book-12', viewer),
  listActivity: db => queries.listActivity(db, 1, page),
  countActivity: db => queries.countActivity(db, 1),
  countEntered: db => queries.countEntered(db, 1),
  countUnseen: db => queries.countUnseen(db, 1),
  seeActivity: db => queries.seeActivity(db, 1),
  clearOldActivity: db => queries.clearOldActivity(db, new Date('2026-01-01')),
}
