import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  lockSupportCards: db => queries.lockSupportCards(db),
  countSupportCards: db => queries.countSupportCards(db, now),
  releaseGiftCards: db => queries.releaseGiftCards(db, 1),
  createGiftCards: db =>
    queries.createGiftCards(db, 'secret', { count: 1, term_months: 12, note: '', expires_at: null, now }),
  voidGiftCard: db => queries.voidGiftCard(db, 1, now),
  isRedeemable: db => queries.isRedeemable({ db, now: () => now, secret: 'secret' }, '0'.repeat(16)),
  claimGiftCard: db =>
    queries.claimGiftCard(db, 'secret', { typed: '0'.repeat(16), designer_id: 1, at: now }),
  listGiftCards: db => queries.listGiftCards(db),
  findVoidCard: db => queries.findVoidCard(db, 1),
}
