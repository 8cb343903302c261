import { sql } from 'kysely'
import { addMonths, monthsBetween, type Plan, paidPeriod, utcDay } from '../../../shared/rules/plan.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import type { ProviderEvent, ProviderTransaction } from '../../outside/payments.ts'
import { creditAffiliate } from './affiliate.ts'

// What only this feature writes: payments, what they bought, and the record of why. All within the caller's
// transaction, which holds the lock of the subscription (`lockSubscription`).

export type PaymentStatus = Database['payment']['status']

/** One writer per subscription, and per member: whatever else reads it sees all of a change or nothing. */
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

/** Money only moves on: an older answer of the provider's never takes a later one back. */
const order: readonly PaymentStatus[] = [
  'pending',
  'declined',
  'completed',
  'partially_refunded',
  'refunded',
  'reversed',
]
export const isLater = (next: PaymentStatus, known: PaymentStatus) =>
  order.indexOf(next) > order.indexOf(known)

const statuses: Record<string, PaymentStatus> = {
  PENDING: 'pending',
  DECLINED: 'declined',
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
}
/** Our word for the provider's; undefined for one we have never heard of. */
export const statusOf = (transaction: ProviderTransaction): PaymentStatus | undefined =>
  statuses[transaction.status]

/** Records what happened and why; the same entry is made once. */
export async function audit(
  trx: Db,
  entry: {
    at: Date
    designer_id: number | null
    subscription_id: string | null
    what: string
    detail?: Record<string, unknown>
    needs_attention?: boolean
  },
) {
  const detail = JSON.stringify(entry.detail ?? {})
  const known = await trx
    .selectFrom('ledger_audit')
    .where('what', '=', entry.what)
    .where('subscription_id', entry.subscription_id === null ? 'is' : '=', entry.subscription_id)
    .where('designer_id', entry.designer_id === null ? 'is' : '=', entry.designer_id)
    .where(sql<boolean>`detail = ${detail}::jsonb`)
    .select('audit_id')
    .limit(1)
    .executeTakeFirst()
  if (!known)
    await trx
      .insertInto('ledger_audit')
      .values({ ...entry, detail })
      .execute()
}

/** The last day that is paid for, or null. */
export async function findMemberExpire(trx: Db, designerId: number): Promise<string | null> {
  const { member_expire } = await trx
    .selectFrom('membership_grant')
    .where('designer_id', '=', designerId)
    .where('reversed_at', 'is', null)
    .select(e => e.fn.max('ends_on').as('member_expire'))
    .executeTakeFirstOrThrow()
  return member_expire
}

/** Ends time on trust that still runs; where none was given there is none (`least` would make some of nothing). */
export const endTrust = (now: Date) =>
  sql<Date | null>`case when provisional_until > ${now}::timestamptz then ${now}::timestamptz else provisional_until end`

/** Gives the time that a payment bought, once. The period, or undefined when it was given before. */
export async function grantPayment(
  trx: Db,
  payment: { payment_id: string; paid_at: Date },
  subscription: { subscription_id: string; designer_id: number; plan: Plan },
  now: Date,
): Promise<{ ends_on: string } | undefined> {
  const granted = await trx
    .selectFrom('membership_grant')
    .where('source', '=', 'payment')
    .where('source_reference', '=', payment.payment_id)
    .select('grant_id')
    .executeTakeFirst()
  if (granted) return undefined
  const { anchor: known } = await trx
    .selectFrom('subscription')
    .where('subscription_id', '=', subscription.subscription_id)
    .select('anchor')
    .executeTakeFirstOrThrow()
  const { anchor, starts_on, ends_on } = paidPeriod(subscription.plan, {
    anchor: known,
    paidOn: utcDay(payment.paid_at),
    memberExpire: await findMemberExpire(trx, subscription.designer_id),
  })
  const { grant_id } = await trx
    .insertInto('membership_grant')
    .values({
      designer_id: subscription.designer_id,
      source: 'payment',
      source_reference: payment.payment_id,
      starts_on,
      ends_on,
      created_at: now,
    })
    .returning('grant_id')
    .executeTakeFirstOrThrow()
  await creditAffiliate(trx, { ...subscription, grant_id }, now)
  await trx
    .updateTable('subscription')
    .set({
      anchor,
      // From now on it is paid: the time on trust is over, and is not given again.
      provisional_until: endTrust(now),
    })
    .where('subscription_id', '=', subscription.subscription_id)
    .execute()
  return { ends_on }
}

/** Takes back what a payment bought. `latest`: only if nothing was bought after it. Whether it is taken back now. */
export async function reverseGrant(
  trx: Db,
  paymentId: string,
  now: Date,
  which: 'any' | 'latest',
): Promise<boolean> {
  const grant = await trx
    .selectFrom('membership_grant')
    .where('source', '=', 'payment')
    .where('source_reference', '=', paymentId)
    .select(['grant_id', 'designer_id', 'ends_on', 'reversed_at'])
    .executeTakeFirst()
  if (!grant || grant.reversed_at) return true
  if (which === 'latest' && (await findMemberExpire(trx, grant.designer_id))! > grant.ends_on) return false
  await trx
    .updateTable('membership_grant')
    .set({ reversed_at: now })
    .where('grant_id', '=', grant.grant_id)
    .execute()
  return true
}

/** The bank took a payment back: so is the time it bought, and nothing else that was paid. */
export async function takeBackGrant(trx: Db, paymentId: string, designerId: number, now: Date) {
  await reverseGrant(trx, paymentId, now, 'any')
  await closeUp(trx, designerId, now)
}

/**
 * Time that is paid follows upon time that is paid. Where some in between was taken back, what has not begun moves up:
 * the gap is nobody's gift. Where some came back, what was bought in its place moves behind it: nothing is paid twice.
 * Each keeps its length, and a subscription's periods are counted from where they then are.
 */
async function closeUp(trx: Db, designerId: number, now: Date) {
  const today = utcDay(now)
  const grants = await trx
    .selectFrom('membership_grant')
    .leftJoin('payment', e =>
      e.on('source', '=', 'payment').onRef('payment.payment_id', '=', 'membership_grant.source_reference'),
    )
    .where('membership_grant.designer_id', '=', designerId)
    .where('membership_grant.reversed_at', 'is', null)
    .orderBy('starts_on')
    .orderBy('grant_id')
    .select(['grant_id', 'source', 'starts_on', 'ends_on', 'subscription_id'])
    .execute()
  let free = ''
  for (const { grant_id, source, subscription_id, ...was } of grants) {
    const earliest = was.starts_on > today ? today : was.starts_on
    const starts_on = free > earliest ? free : earliest
    const ends_on = starts_on === was.starts_on ? was.ends_on : movedEnd(source, was, starts_on)
    free = ends_on
    if (starts_on === was.starts_on) continue
    await trx
      .updateTable('membership_grant')
      .set({ starts_on, ends_on })
      .where('grant_id', '=', grant_id)
      .execute()
    if (subscription_id !== null)
      await trx
        .updateTable('subscription')
        .set({ anchor: starts_on })
        .where('subscription_id', '=', subscription_id)
        .execute()
    await audit(trx, {
      at: now,
      designer_id: designerId,
      subscription_id,
      what: 'paid time moved',
      detail: { grant_id, from: was, to: { starts_on, ends_on }, at: now.toISOString() },
    })
  }
}

/** Months that were sold stay months; time that an administrator gave keeps its number of days. */
function movedEnd(
  source: Database['membership_grant']['source'],
  was: { starts_on: string; ends_on: string },
  to: string,
): string {
  if (source !== 'admin') return addMonths(to, monthsBetween(was.starts_on, was.ends_on))
  return utcDay(new Date(Date.parse(to) + Date.parse(was.ends_on) - Date.parse(was.starts_on)))
}

/** How the dispute ended that a message is about, in the provider's word. */
export const outcomeOf = (event: ProviderEvent) =>
  (event.resource as { dispute_outcome?: { outcome_code?: string } } | undefined)?.dispute_outcome
    ?.outcome_code

/** Whether a message says that a disputed payment is ours again: we were found right, or the buyer withdrew. */
export const isWon = (event: ProviderEvent) =>
  ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'].includes(outcomeOf(event) ?? '')

/** Whether a dispute about this sale was won, as far as we have been told. `since`: by a message of that time or later. */
export async function wasWon(trx: Db, saleId: string, since = ''): Promise<boolean> {
  const rows = await trx
    .selectFrom('webhook_event')
    .where('event_type', '=', 'CUSTOMER.DISPUTE.RESOLVED')
    .where(sql<string>`body ->> 'create_time'`, '>=', since)
    .where(sql<string>`body #>> '{resource,disputed_transactions,0,seller_transaction_id}'`, '=', saleId)
    .select('body')
    .execute()
  return rows.some(row => isWon(row.body as ProviderEvent))
}

/** The dispute was won, the money is back: so is what it had bought. */
export async function giveBack(trx: Db, paymentId: string, subscriptionId: string, now: Date) {
  const { designer_id } = await trx
    .updateTable('payment')
    .set({ status: 'completed', reversed_at: null })
    .where('payment_id', '=', paymentId)
    .returning('designer_id')
    .executeTakeFirstOrThrow()
  await lockMember(trx, designer_id)
  await trx
    .updateTable('membership_grant')
    .set({ reversed_at: null })
    .where('source', '=', 'payment')
    .where('source_reference', '=', paymentId)
    .execute()
  await closeUp(trx, designer_id, now)
  await audit(trx, {
    at: now,
    designer_id,
    subscription_id: subscriptionId,
    what: 'a payment taken back has returned',
    detail: { payment_id: paymentId },
  })
}
