import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  findMembership: db => queries.findMembership(db, 1),
  findCheckoutInfo: db => queries.findCheckoutInfo(db, 1),
  findRunningSubscription: db => queries.findRunningSubscription(db, 1),
  listPayments: db => queries.listPayments(db, 1),
  findReceipt: db => queries.findReceipt(db, 1, 1001),
  findReceiptId: db => queries.findReceiptId(db, 'S-1'),
  listAttention: db => queries.listAttention(db, new Date(0)),
  findTakenNames: db => queries.findTakenNames(db, { username: 'ada', email: 'ada@example.com' }, null),
  lockNames: db => queries.lockNames(db),
  refuseIntents: db => queries.refuseIntents(db, 1, new Date(0)),
  isClosedAccount: db => queries.isClosedAccount(db, 1),
  findFreeSlug: db => queries.findFreeSlug(db, 'Ferro & Co'),
  findIntentOf: db => queries.findIntentOf(db, 'I-1'),
  lockIntentOf: db => queries.lockIntentOf(db, 'I-1'),
  isKnownSubscription: db => queries.isKnownSubscription(db, 'I-1'),
  requestCancellation: db => queries.requestCancellation(db, 'I-1', new Date('2026-01-01')),
  closeOldIntents: db => queries.closeOldIntents(db, now),
  clearOldEvents: db => queries.clearOldEvents(db, now),
  forgetRegistrations: db => queries.forgetRegistrations(db, 'ada@example.com'),
  forgetPayer: db => queries.forgetPayer(db, 1),
}
