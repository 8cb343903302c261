import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listWebhooks: db => queries.listWebhooks(db, 1, 1),
  listDeliveries: db => queries.listDeliveries(db, 1),
  insertWebhook: db =>
    queries.insertWebhook(
      db,
      {
        designer_id: 1,
        url: 'https://studio.example/',
        events: ['logo.liked'],
        secret: Buffer.alloc(52),
        created_at: now,
        next_attempt_at: now,
      },
      5,
    ),
  updateWebhook: db => queries.updateWebhook(db, { designer_id: 1, webhook_id: 1 }, { is_paused: true }),
  deleteWebhook: db => queries.deleteWebhook(db, { designer_id: 1, webhook_id: 1 }),
  findTarget: db => queries.findTarget(db, { designer_id: 1, webhook_id: 1 }),
  queueResults: db => queries.queueResults(db, 1),
  claimWebhook: db => queries.claimWebhook(db, now, now),
  findNextDelivery: db => queries.findNextDelivery(db, 1),
  findOwner: db => queries.findOwner(db, 1),
  findActivityItem: db => queries.findActivityItem(db, 1, 1),
  listSelected: db => queries.listSelected(db, 1, 1),
  recordAttempt: db =>
    queries.recordAttempt(db, 1, { state: 'queued', status: 500, problem: 'Answered 500', at: now }),
  insertTest: db =>
    queries.insertTest(db, {
      webhook_id: 1,
      message_id: '00000000-0000-4000-8000-000000000000',
      state: 'delivered',
      status: 204,
      problem: '',
      at: now,
    }),
  deleteDelivery: db => queries.deleteDelivery(db, 1),
  settleWebhook: db =>
    queries.settleWebhook(
      db,
      { webhook_id: 1, designer_id: 1, url: '', secret: null, failure_ct: 0, next_attempt_at: now },
      { failure_ct: 0, next_attempt_at: now },
    ),
  endFailures: db => queries.endFailures(db, 1, now),
  clearOldDeliveries: db => queries.clearOldDeliveries(db, now),
}
