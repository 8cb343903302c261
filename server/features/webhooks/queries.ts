import { type Insertable, sql, type Updateable } from 'kysely'
import type { WebhookEvent } from '../../../shared/api/webhooks.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'
import { selectActivity } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'

const shownDeliveries = 10

/** A designer's webhooks, the newest first, or one of them. */
export const listWebhooks = (db: Db, designerId: number, webhookId?: number) =>
  db
    .selectFrom('webhook')
    .where('designer_id', '=', designerId)
    .$if(webhookId !== undefined, q => q.where('webhook_id', '=', webhookId!))
    .select([
      'webhook_id',
      'url',
      sql<WebhookEvent[]>`events`.as('events'),
      sql<0 | 1>`is_paused::int`.as('is_paused'),
      sql<0 | 1>`(secret is not null)::int`.as('has_secret'),
      'created_at',
      'failure_ct as failures',
      sql<Date | null>`case when failure_ct > 0 and not is_paused and exists (select from webhook_delivery
        where webhook_delivery.webhook_id = webhook.webhook_id and state = 'queued') then next_attempt_at end`.as(
        'retry_at',
      ),
    ])
    .orderBy('webhook_id', 'desc')
    .execute()

/** The newest deliveries of a webhook. */
export const listDeliveries = (db: Db, webhookId: number) =>
  db
    .selectFrom('webhook_delivery')
    .where('webhook_id', '=', webhookId)
    .select([
      'message_id',
      'event',
      'created_at',
      'state',
      'attempt_ct as attempts',
      'last_attempt_at',
      'status',
      'problem',
    ])
    .orderBy('delivery_id', 'desc')
    .limit(shownDeliveries)
    .execute()

/** The new webhook's id; undefined if the designer has `most` already. Runs in a transaction, in which it locks the designer. */
export async function insertWebhook(
  trx: Db,
  webhook: Insertable<Database['webhook']>,
  most: number,
): Promise<number | undefined> {
  await sql`select from designer where designer_id = ${webhook.designer_id} for update`.execute(trx)
  const { n } = await trx
    .selectFrom('webhook')
    .where('designer_id', '=', webhook.designer_id)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  if (n >= most) return undefined
  const row = await trx
    .insertInto('webhook')
    .values(webhook)
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  return row.webhook_id
}

/** False if the designer has no such webhook. */
export async function updateWebhook(
  db: Db,
  own: { designer_id: number; webhook_id: number },
  change: Updateable<Database['webhook']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set(change)
    .where('designer_id', '=', own.designer_id)
    .where('webhook_id', '=', own.webhook_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the designer has no such webhook. */
export async function deleteWebhook(
  db: Db,
  own: { designer_id: number; webhook_id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook')
    .where('designer_id', '=', own.designer_id)
    .where('webhook_id', '=', own.webhook_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The address and the sealed secret of one of a designer's webhooks. */
export const findTarget = (db: Db, own: { designer_id: number; webhook_id: number }) =>
  db
    .selectFrom('webhook')
    .where('designer_id', '=', own.designer_id)
    .where('webhook_id', '=', own.webhook_id)
    .select(['webhook_id', 'url', 'secret', 'is_paused'])
    .executeTakeFirst()

/** Queues a message about a published book for every webhook that is told of results. Runs in the transaction that publishes it. */
export async function queueResults(trx: Db, bookId: number) {
  await trx
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'event', 'subject', 'book_id'])
    .expression(
      trx
        .selectFrom('webhook')
        .where(sql<boolean>`'results.published' = any (events)`)
        .where('is_paused', '=', false)
        .select([
          'webhook_id',
          sql<string>`'results.published'`.as('event'),
          sql<string>`${`book ${bookId}`}::text`.as('subject'),
          sql<number>`${bookId}::int`.as('book_id'),
        ]),
    )
    .onConflict(c => c.doNothing())
    .execute()
}

/** Claims a webhook that has a message due, so that no other process sends to it until `leasedUntil`. */
export const claimWebhook = (db: Db, now: Date, leasedUntil: Date) =>
  db
    .updateTable('webhook')
    .set({ next_attempt_at: leasedUntil })
    .where('webhook_id', '=', eb =>
      eb
        .selectFrom('webhook as due')
        .where('due.is_paused', '=', false)
        .where('due.next_attempt_at', '<=', now)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('webhook_delivery')
              .whereRef('webhook_delivery.webhook_id', '=', 'due.webhook_id')
              .where('webhook_delivery.state', '=', 'queued'),
          ),
        )
        .orderBy('due.next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('due.webhook_id'),
    )
    .returning(['webhook_id', 'designer_id', 'url', 'secret', 'failure_ct', 'next_attempt_at'])
    .executeTakeFirst()
export type ClaimedWebhook = NonNullable<Awaited<ReturnType<typeof claimWebhook>>>

/** The oldest message that waits for a webhook. */
export const findNextDelivery = (db: Db, webhookId: number) =>
  db
    .selectFrom('webhook_delivery')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'queued')
    .select(['delivery_id', 'message_id', 'event', 'activity_at', 'book_id', 'created_at'])
    .orderBy('delivery_id')
    .limit(1)
    .executeTakeFirst()
export type DueDelivery = NonNullable<Awaited<ReturnType<typeof findNextDelivery>>>

/** Whose webhook it is: where letters go, and what decides whether anything is sent. */
export const findOwner = (db: Db, designerId: number) =>
  db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .where('designer.designer_id', '=', designerId)
    .select([
      'designer.username',
      'designer.email',
      'designer.suspended_until',
      'membership.member_expire',
      'membership.subscription_id',
      'membership.provisional_until',
      'membership.is_revoked',
    ])
    .executeTakeFirst()

/** The feed's item that a message is about, as it is now; undefined once it was taken back or hidden, or its author is blocked. */
export const findActivityItem = (db: Db, designerId: number, deliveryId: number) =>
  selectActivity(db, designerId)
    .innerJoin('webhook_delivery as told', join =>
      join
        .onRef('told.activity_at', '=', 'activity.created_at')
        .onRef('told.activity_id', '=', 'activity.activity_id'),
    )
    .where('told.delivery_id', '=', deliveryId)
    .select([
      'actor.designer_id',
      'actor.slug',
      'actor.company',
      'activity.logo_id',
      'logo.title as logo_name',
      'activity.comment_id',
      'comment.comment as comment_text',
    ])
    .executeTakeFirst()

/** A designer's shown logos in a published book. */
export const listSelected = (db: Db, designerId: number, bookId: number) =>
  db
    .selectFrom('award')
    .innerJoin('logo', 'logo.logo_id', 'award.logo_id')
    .where('award.book_id', '=', bookId)
    .where('logo.designer_id', '=', designerId)
    .where('logo.hidden_at', 'is', null)
    .select(['logo.logo_id', 'logo.title'])
    .orderBy('logo.logo_id')
    .execute()

/** Records an attempt. `state`: what the message is after it. */
export async function recordAttempt(
  db: Db,
  deliveryId: number,
  attempt: { state: 'queued' | 'delivered'; status: number | null; problem: string; at: Date },
) {
  await db
    .updateTable('webhook_delivery')
    .where('delivery_id', '=', deliveryId)
    .set({
      state: attempt.state,
      status: attempt.status,
      problem: attempt.problem,
      last_attempt_at: attempt.at,
      attempt_ct: sql`attempt_ct + 1`,
    })
    .execute()
}

/** Stores the result of a test message, which is sent once. */
export async function insertTest(
  db: Db,
  test: {
    webhook_id: number
    message_id: string
    state: 'delivered' | 'failed'
    status: number | null
    problem: string
    at: Date
  },
) {
  const { at, ...row } = test
  await db
    .insertInto('webhook_delivery')
    .values({
      ...row,
      event: 'webhook.test',
      subject: `test ${test.message_id}`,
      created_at: at,
      attempt_ct: 1,
      last_attempt_at: at,
    })
    .execute()
}

/** Deletes a message that has nothing left to tell. */
export async function deleteDelivery(db: Db, deliveryId: number) {
  await db.deleteFrom('webhook_delivery').where('delivery_id', '=', deliveryId).execute()
}

/** Ends the lease of a claimed webhook, unless its owner has changed it in the meantime. */
export async function settleWebhook(
  db: Db,
  claimed: ClaimedWebhook,
  change: Pick<Updateable<Database['webhook']>, 'failure_ct' | 'next_attempt_at' | 'is_paused'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set(change)
    .where('webhook_id', '=', claimed.webhook_id)
    .where('next_attempt_at', '=', claimed.next_attempt_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the backoff after a message got through: those that wait are sent at once. */
export async function endFailures(db: Db, webhookId: number, now: Date) {
  await db
    .updateTable('webhook')
    .set({ failure_ct: 0, next_attempt_at: now })
    .where('webhook_id', '=', webhookId)
    .where('failure_ct', '>', 0)
    .execute()
}

/** Deletes messages after thirty days, sent or not. */
export async function clearOldDeliveries(db: Db, now: Date) {
  await db
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', new Date(now.getTime() - 30 * dayMs))
    .execute()
}
