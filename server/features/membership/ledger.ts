import { sql } from 'kysely'
import { compactGrants, type Grant, type GrantMove, memberExpireOf } from '../../../shared/rules/grants.ts'
import { utcDay } from '../../../shared/rules/plan.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import type { ProviderTransaction, TransactionStatus } from '../../outside/paypal-schemas.ts'
import { creditAffiliate } from '../affiliates/queries.ts'
import { audit } from '../audit/queries.ts'
import { readMessage } from './webhook-message.ts'

// The tables that only this feature writes: payments, what they bought, and the record of why. All functions run in
// the caller's transaction, which holds the lock of the subscription (`lockSubscription`).

export type PaymentStatus = Database['payment']['status']

/** Allows one writer per subscription and per member, so that every reader sees a change whole. */
export async function lockSubscription(trx: Db, subscriptionId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscription ${subscriptionId}`}, 0))`.execute(
    trx,
  )
}
export async function lockMember(trx: Db, designerId: number) {
  await trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select('designer_id')
    .forUpdate()
    .execute()
}

/** Payment states only move forward: an older answer of the provider's never reverts a later one. */
const order: readonly PaymentStatus[] = [
  'pending',
  'declined',
  'completed',
  'partially_refunded',
  'refunded',
  'reversed',
]
export const isLater = (next: PaymentStatus, current: PaymentStatus) =>
  order.indexOf(next) > order.indexOf(current)

const statuses: Record<TransactionStatus, PaymentStatus> = {
  PENDING: 'pending',
  DECLINED: 'declined',
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
}
/** Our payment status for the provider's; undefined for an unknown one. */
export const statusOf = (transaction: ProviderTransaction): PaymentStatus | undefined =>
  statuses[transaction.status]

/** A member's grants in the order in which they were made. */
export async function readGrants(db: Db, designerId: number): Promise<Grant[]> {
  const rows = await db
    .selectFrom('membership_grant')
    .leftJoin('payment', e =>
      e.on('source', '=', 'payment').onRef('payment.payment_id', '=', 'membership_grant.source_reference'),
    )
    .where('membership_grant.designer_id', '=', designerId)
    .orderBy('grant_id')
    .select([
      'source',
      'source_reference',
      'subscription_id',
      'starts_on',
      'ends_on',
      'membership_grant.reversed_at',
    ])
    .execute()
  return rows.map(({ reversed_at, ...grant }) => ({ ...grant, isReversed: reversed_at !== null }))
}

/** The last day that is paid for, or null. */
export const findMemberExpire = async (db: Db, designerId: number): Promise<string | null> =>
  memberExpireOf(await readGrants(db, designerId))

/** Writes a grant that a payment bought; its subscription is counted from `anchor` and no longer provisional. */
export async function addGrant(
  trx: Db,
  designerId: number,
  bought: { grant: Grant & { subscription_id: string }; anchor: string; provisional_until: Date | null },
  now: Date,
) {
  const { grant, anchor, provisional_until } = bought
  const { subscription_id, isReversed: _, ...row } = grant
  const { grant_id } = await trx
    .insertInto('membership_grant')
    .values({ ...row, designer_id: designerId, created_at: now })
    .returning('grant_id')
    .executeTakeFirstOrThrow()
  await creditAffiliate(trx, { designer_id: designerId, subscription_id, grant_id }, now)
  await trx
    .updateTable('subscription')
    .set({ anchor, provisional_until })
    .where('subscription_id', '=', subscription_id)
    .execute()
}

/** Marks the grant of a payment as reversed at that time, or as counting again (null). */
export async function markReversed(trx: Db, paymentId: string, reversed_at: Date | null) {
  await trx
    .updateTable('membership_grant')
    .set({ reversed_at })
    .where('source', '=', 'payment')
    .where('source_reference', '=', paymentId)
    .execute()
}

/** Writes moved grants; a subscription's periods are counted from where they then are. */
export async function moveGrants(trx: Db, designerId: number, moves: readonly GrantMove[], now: Date) {
  for (const { grant, from, to } of moves) {
    const { grant_id } = await trx
      .updateTable('membership_grant')
      .set(to)
      .where('source', '=', grant.source)
      .where('source_reference', '=', grant.source_reference)
      .returning('grant_id')
      .executeTakeFirstOrThrow()
    if (grant.subscription_id !== null)
      await trx
        .updateTable('subscription')
        .set({ anchor: to.starts_on })
        .where('subscription_id', '=', grant.subscription_id)
        .execute()
    await audit(trx, {
      at: now,
      designer_id: designerId,
      subscription_id: grant.subscription_id,
      what: 'paid time moved',
      detail: { grant_id, from, to, at: now.toISOString() },
    })
  }
}

/** A chargeback: the bank took a payment back, so the time it bought is reversed, and nothing else that was paid. */
export async function applyChargeback(trx: Db, paymentId: string, designerId: number, now: Date) {
  const isCounting = (await readGrants(trx, designerId)).some(
    grant => grant.source === 'payment' && grant.source_reference === paymentId && !grant.isReversed,
  )
  if (isCounting) await markReversed(trx, paymentId, now)
  await moveGrants(trx, designerId, compactGrants(await readGrants(trx, designerId), utcDay(now)), now)
}

/** A dispute was won and the money is ours again, so the time that it had bought is, too. */
export async function restorePayment(trx: Db, paymentId: string, subscriptionId: string, now: Date) {
  const { designer_id } = await trx
    .updateTable('payment')
    .set({ status: 'completed', reversed_at: null })
    .where('payment_id', '=', paymentId)
    .returning('designer_id')
    .executeTakeFirstOrThrow()
  await lockMember(trx, designer_id)
  await markReversed(trx, paymentId, null)
  await moveGrants(trx, designer_id, compactGrants(await readGrants(trx, designer_id), utcDay(now)), now)
  await audit(trx, {
    at: now,
    designer_id,
    subscription_id: subscriptionId,
    what: 'a payment taken back has returned',
    detail: { payment_id: paymentId },
  })
}

/** Whether a dispute about this sale was won, as far as we have been told. `since`: by a message of that time or later. */
export async function isDisputeWon(db: Db, saleId: string, since = ''): Promise<boolean> {
  const rows = await db
    .selectFrom('webhook_event')
    .where('event_type', '=', 'CUSTOMER.DISPUTE.RESOLVED')
    .where(sql<string>`body ->> 'create_time'`, '>=', since)
    .where(sql<string>`body #>> '{resource,disputed_transactions,0,seller_transaction_id}'`, '=', saleId)
    .select('body')
    .execute()
  return rows.some(({ body }) => {
    const message = readMessage(body)
    return message.kind === 'dispute-resolved' && message.isWon
  })
}
