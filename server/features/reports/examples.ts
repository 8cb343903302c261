import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  lockSubject: async db => {
    for (const kind of ['logo', 'comment', 'designer', 'collection'] as const)
      await queries.lockSubject(db, { kind, id: 1 })
  },
  lockLogoOfComment: db => queries.lockLogoOfComment(db, 1),
  updateHidden: async db => {
    for (const kind of ['logo', 'comment', 'collection'] as const)
      await queries.updateHidden(db, { kind, id: 1 }, { at: now, by: 'staff', why: 'Copied' })
    await queries.updateHidden(
      db,
      { kind: 'logo', id: 1 },
      { at: now, by: 'staff', why: 'Copied', isRemoved: true },
    )
    await queries.updateHidden(db, { kind: 'logo', id: 1 }, null)
  },
  isInPublishedBook: db => queries.isInPublishedBook(db, 1),
  findReport: async db => {
    await queries.findReport(db, { kind: 'logo', id: 1 }, { reporter_id: 1 })
    await queries.findReport(db, { kind: 'logo', id: 1 }, { email: 'ada@example.com' })
  },
  insertReport: db =>
    queries.insertReport(db, {
      kind: 'logo',
      subject_id: 1,
      reason: 'copied',
      reporter_id: 1,
      created_at: now,
    }),
  reportSamePicture: db => queries.reportSamePicture(db, 1, now),
  reportSameLook: db =>
    queries.reportSameLook(db, { logo_id: 1, picture: '0'.repeat(32) }, { logo_id: 2, text: 'Alike' }, now),
  countReporters: db => queries.countReporters(db, 1),
  lockReports: db => queries.lockReports(db, [1]),
  insertDecision: db =>
    queries.insertDecision(db, {
      kind: 'logo',
      subject_id: 1,
      decision: 'hide',
      why: 'Copied',
      decided_by: 1,
      decided_at: now,
    }),
  findStandingDecision: db => queries.findStandingDecision(db, 1, 'hide'),
  lockDecision: db => queries.lockDecision(db, 1),
  listOtherHidings: db => queries.listOtherHidings(db, { kind: 'logo', id: 1 }, 1),
  findOtherSuspension: db => queries.findOtherSuspension(db, 1, 1, now),
  setDecided: db => queries.setDecided(db, [1], 1),
  undoDecision: db => queries.undoDecision(db, 1, now),
  insertAppealLink: db =>
    queries.insertAppealLink(db, { token_hash: Buffer.alloc(32), decision_id: 1, designer_id: 1 }),
  lockAppealLink: db => queries.lockAppealLink(db, Buffer.alloc(32)),
  markAppealed: db => queries.markAppealed(db, Buffer.alloc(32), now),
  findAddress: db => queries.findAddress(db, 1),
  hasOtherModerator: db => queries.hasOtherModerator(db, 1, now),
}
