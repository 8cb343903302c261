import { type Examples, now, page, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

const exampleView = {
  logo_id: 1,
  day: '2026-01-01',
  viewer: '1',
  viewer_id: 1,
  source: 'search',
  words: 'fox',
  searcher: '1',
} as const

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findLogo: db => queries.findLogo(db, 1, viewer),
  findLogoDetails: db => queries.findLogoDetails(db, 1, viewer),
  listFreshLogos: db => queries.listFreshLogos(db, page, viewer),
  listBeyond: db => queries.listBeyond(db),
  listDesignerLogos: db => queries.listDesignerLogos(db, 1, page, viewer),
  listFollowingLogos: db => queries.listFollowingLogos(db, page, viewer),
  listNearByKeywords: db => queries.listNearByKeywords(db, 1, 40),
  hasLogo: db => queries.hasLogo(db, 1, viewer),
  lockSuspension: db => queries.lockSuspension(db, 1),
  insertLogo: db =>
    queries.insertLogo(db, {
      designer_id: 1,
      title: 'Rosa',
      logotype: 'Symbol',
      image: '0'.repeat(32),
      side: 900,
    }),
  findUpload: db => queries.findUpload(db, 1, 'a-key-of-mine'),
  updateLogo: db => queries.updateLogo(db, 1, { title: 'Rosa', keywords: ['rose'] }, viewer),
  lockReplaceable: db => queries.lockReplaceable(db, 1, new Date('2026-01-01'), viewer),
  writeReplacement: db =>
    queries.writeReplacement(
      db,
      1,
      { image: 'a'.repeat(32), ground: null },
      { image: 'b'.repeat(32), side: 900, ground: null },
      now,
    ),
  deleteLogo: db => queries.deleteLogo(db, 1, new Date('2026-01-01'), viewer),
  findOwner: db => queries.findOwner(db, 1),
  setLike: async db => {
    await queries.setLike(db, 1, 1, false)
    await queries.setLike(db, 1, 1, true)
  },
  recordViews: db => queries.recordViews(db, [exampleView]),
  clearOldViews: db => queries.clearOldViews(db, now),
  listComments: db => queries.listComments(db, 1, viewer, { page: 1, page_size: 50 }),
  findComment: db => queries.findComment(db, 1),
  insertComment: db => queries.insertComment(db, 1, 1, 'Fine.'),
  deleteComment: db => queries.deleteComment(db, 1, 1),
}
