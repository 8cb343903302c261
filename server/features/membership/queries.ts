import { sql } from 'kysely'
import type { Receipt } from '../../../shared/api/membership.ts'
import type { Plan } from '../../../shared/rules/plan.ts'
import { slugOf } from '../../../shared/rules/slug.ts'
import { dayMs, hourMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { refuseIntent } from './refusals.ts'

/** The facts that decide a membership and that its page shows. */
export function findMembership(db: Db, designerId: number) {
  return (
    db
      .selectFrom('membership')
      .where('designer_id', '=', designerId)
      .select(['member_expire', 'subscription_id', 'next_billing_time', 'provisional_until', 'is_revoked'])
      // Columns of a view have lost the checks of their tables.
      .select(e => [
        e.ref('plan').$castTo<Plan | null>().as('plan'),
        e.ref('source').$castTo<Database['membership_grant']['source'] | null>().as('source'),
      ])
      .executeTakeFirstOrThrow()
  )
}

export function findCheckoutInfo(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .where('designer.designer_id', '=', designerId)
    .select([
      'designer.first_name',
      'designer.last_name',
      'designer.company',
      'designer.email',
      'designer.phone',
      'designer.address1',
      'designer.address2',
      'designer.city',
      'designer.state',
      'designer.zip',
      'designer.country',
      'membership.member_expire',
      // A column of a view: never null where its row is.
      sql<boolean>`membership.is_revoked`.as('is_revoked'),
    ])
    .executeTakeFirstOrThrow()
}

/** A member's subscription that can still be charged. */
export function findRunningSubscription(db: Db, designerId: number) {
  return db
    .selectFrom('subscription')
    .where('designer_id', '=', designerId)
    .where('status', 'in', ['active', 'suspended'])
    .select(['subscription_id', 'status', 'checked_at', 'cancel_requested_at'])
    .executeTakeFirst()
}

/** Whether our ledger has this subscription. */
export async function isKnownSubscription(db: Db, subscriptionId: string) {
  const row = await db
    .selectFrom('subscription')
    .where('subscription_id', '=', subscriptionId)
    .select('subscription_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records, once, that the member cancelled. */
export async function requestCancellation(db: Db, subscriptionId: string, now: Date) {
  await db
    .updateTable('subscription')
    .set({ cancel_requested_at: now })
    .where('subscription_id', '=', subscriptionId)
    .where('cancel_requested_at', 'is', null)
    .execute()
}

/** Payments that have a receipt. */
const paidStatuses = ['completed', 'partially_refunded', 'refunded', 'reversed'] as const

/** A member's payments with what they bought, for the list and for receipts. */
function paymentsOf(db: Db, designerId: number) {
  return db
    .selectFrom('payment')
    .innerJoin('subscription', 'subscription.subscription_id', 'payment.subscription_id')
    .where('payment.designer_id', '=', designerId)
    .select([
      'payment.paid_at',
      'subscription.plan',
      'payment.amount_cents',
      'payment.currency',
      // If it was refunded in full, the provider's message about it may have been lost.
      sql<number>`case payment.status when 'refunded' then payment.amount_cents else coalesce(
        (select sum(refund.amount_cents) from refund where refund.payment_id = payment.payment_id), 0)::int
        end`.as('refunded_cents'),
    ])
}

export function listPayments(db: Db, designerId: number) {
  return paymentsOf(db, designerId)
    .select('payment.status')
    .select(e =>
      e
        .case()
        .when('payment.status', 'in', paidStatuses)
        .then(e.ref('payment.receipt_id'))
        .end()
        .as('receipt_id'),
    )
    .orderBy('payment.paid_at', 'desc')
    .orderBy('payment.receipt_id', 'desc')
    .execute()
}

/** One of a member's receipts; undefined if it was not paid. */
export async function findReceipt(db: Db, designerId: number, receiptId: number) {
  const found = await paymentsOf(db, designerId)
    .where('payment.receipt_id', '=', receiptId)
    .where('payment.status', 'in', paidStatuses)
    // Empty once the account is closed.
    .where('payment.payer', 'is not', null)
    .leftJoin('membership_grant', join =>
      join
        .on('membership_grant.source', '=', 'payment')
        .onRef('membership_grant.source_reference', '=', 'payment.payment_id'),
    )
    .select([
      'payment.receipt_id',
      'payment.payment_id',
      'payment.reversed_at',
      'membership_grant.starts_on',
      'membership_grant.ends_on',
    ])
    .select(e => [
      e.ref('payment.payer').$castTo<Receipt['payer']>().as('payer'),
      e.ref('payment.status').$castTo<(typeof paidStatuses)[number]>().as('status'),
    ])
    .executeTakeFirst()
  if (!found) return undefined
  const refunds = await db
    .selectFrom('refund')
    .where('payment_id', '=', found.payment_id)
    .orderBy('refunded_at')
    .orderBy('refund_id')
    .select(['refund_id', 'amount_cents', 'refunded_at'])
    .execute()
  return { ...found, refunds }
}

/** The receipt number of a payment, for the mail about it. */
export async function findReceiptId(db: Db, paymentId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment')
    .where('payment_id', '=', paymentId)
    .select('receipt_id')
    .executeTakeFirst()
  return row?.receipt_id
}

/** The flagged cases since then that are not done, oldest first. */
export function listAttention(db: Db, since: Date) {
  return db
    .selectFrom('ledger_audit')
    .leftJoin('designer', 'designer.designer_id', 'ledger_audit.designer_id')
    .leftJoin('attention_done', 'attention_done.audit_id', 'ledger_audit.audit_id')
    .where('needs_attention', '=', true)
    .where('attention_done.audit_id', 'is', null)
    .where('ledger_audit.at', '>=', since)
    .orderBy('ledger_audit.audit_id')
    .select([
      'ledger_audit.audit_id',
      'ledger_audit.at',
      'what',
      'subscription_id',
      'detail',
      'designer.username',
    ])
    .execute()
}

/** Names that are taken: by accounts, and by purchases that are being charged right now. */
export async function findTakenNames(
  db: Db,
  names: { username: string; email: string },
  exceptIntent: string | null,
): Promise<{ username: 'account' | 'purchase' | undefined; email: 'account' | 'purchase' | undefined }> {
  const [username, email] = [names.username.toLowerCase(), names.email.toLowerCase()]
  const { rows } = await sql<{ is_username: boolean; by: 'account' | 'purchase' }>`
    select true as is_username, 'account' as by from designer where lower(username) = ${username}
    union all select false, 'account' from designer where lower(email) = ${email}
    union all select true, 'purchase' from checkout_intent
      where state = 'settling' and lower(registration ->> 'username') = ${username}
        and intent_id is distinct from ${exceptIntent}::uuid
    union all select false, 'purchase' from checkout_intent
      where state = 'settling' and lower(registration ->> 'email') = ${email}
        and intent_id is distinct from ${exceptIntent}::uuid`.execute(db)
  return {
    username: rows.find(r => r.is_username)?.by,
    email: rows.find(r => !r.is_username)?.by,
  }
}

/** Serialises transactions that take names, until this one ends. */
export async function lockNames(trx: Db) {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of accounts', 0))`.execute(trx)
}

/**
 * Refuses the open purchases of a designer who leaves, so that they are never charged. False while one is being
 * charged. Later purchases are refused when they are settled, by `closed_at`.
 */
export async function refuseIntents(trx: Db, designerId: number, at: Date): Promise<boolean> {
  const intents = await trx
    .selectFrom('checkout_intent')
    .where('designer_id', '=', designerId)
    .where('state', 'in', ['open', 'settling'])
    .select(['intent_id', 'designer_id', 'subscription_id', 'state'])
    .orderBy('intent_id')
    .forUpdate()
    .execute()
  const record = { at, what: 'purchase ended with the account', needs_attention: false }
  for (const intent of intents)
    await refuseIntent(trx, intent, 'account_closed', { ...record, from: ['open'] })
  return intents.every(intent => intent.state !== 'settling')
}

/** Whether a designer has closed the account. */
export async function isClosedAccount(db: Db, designerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is not', null)
    .select('designer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A free slug; within `lockNames`. */
export async function findFreeSlug(db: Db, company: string): Promise<string> {
  const base = slugOf(company)
  const taken = await db
    .selectFrom('designer')
    .where(({ eb, or }) => or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .select('slug')
    .execute()
  const slugs = new Set(taken.map(row => row.slug))
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`
  return slug
}

const intentOf = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('checkout_intent')
    .where('subscription_id', '=', subscriptionId)
    .select([
      'intent_id',
      'designer_id',
      'registration',
      'visitor_hash',
      'plan',
      'amount_cents',
      'affiliate',
      'starts_on',
      'created_at',
      'expires_at',
      'state',
      'refused_because',
    ])

/** The intent that a subscription was created for. */
export const findIntentOf = (db: Db, subscriptionId: string) =>
  intentOf(db, subscriptionId).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockIntentOf = (trx: Db, subscriptionId: string) =>
  intentOf(trx, subscriptionId).forUpdate().executeTakeFirstOrThrow()

/** Expires unfinished purchases; a week later their registrations are deleted. */
export async function closeOldIntents(db: Db, now: Date) {
  const ago = (ms: number) => new Date(+now - ms)
  await db
    .updateTable('checkout_intent')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where('expires_at', '<', ago(hourMs))
    .execute()
  await db
    .updateTable('checkout_intent')
    .set({ registration: null })
    .where('state', 'in', ['refused', 'expired'])
    .where('registration', 'is not', null)
    .where('created_at', '<', ago(7 * dayMs))
    .execute()
}

/** Deletes old webhook messages, except unprocessed ones. */
export async function clearOldEvents(db: Db, now: Date) {
  await db
    .deleteFrom('webhook_event')
    .where('processed_at', 'is not', null)
    .where('received_at', '<', new Date(+now - 90 * dayMs))
    .execute()
}

/** Deletes the registrations that a member whose account ends had typed into failed purchases. */
export async function forgetRegistrations(trx: Db, email: string) {
  await trx
    .updateTable('checkout_intent')
    .set({ registration: null, state: sql`case state when 'open' then 'expired' else state end` })
    .where('registration', 'is not', null)
    // Being charged right now, so it is another buyer's, since this account has its names.
    .where('state', '<>', 'settling')
    .where(sql<string>`lower(registration ->> 'email')`, '=', email.toLowerCase())
    .execute()
}

/** Deletes the name and address that a member's payments store; the sale stays. */
export async function forgetPayer(trx: Db, designerId: number) {
  await trx.updateTable('payment').set({ payer: null }).where('designer_id', '=', designerId).execute()
}
