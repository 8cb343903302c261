import type { Db } from '../server/db/connect.ts'
import { sandboxStore } from '../server/db/sandbox-store.ts'
import { audit } from '../server/features/audit/queries.ts'
import { settleAttention } from '../server/features/audit/settle-attention.ts'
import type { Actor } from '../server/features/history/queries.ts'
import { mailAttention } from '../server/features/membership/mails.ts'
import { digits } from '../server/outside/paypal-sandbox/answers.ts'
import { rememberSubscription } from '../server/outside/paypal-sandbox/remember.ts'
import type { Subscription } from '../server/outside/paypal-sandbox/subscription.ts'
import { addMonths, plans } from '../shared/rules/plan.ts'
import { dayMs } from '../shared/rules/time.ts'

// Money of the demonstration: what each member paid for the current year, and cases that need a decision. The built-in payment
// provider remembers the same, so that comparing the ledger with it finds no difference.

type Paying = { designer_id: number; member_expire: string }

const subscriptionIdOf = ({ designer_id }: Pick<Paying, 'designer_id'>) =>
  `I-DEMO${String(designer_id).padStart(8, '0')}`
const begunAt = ({ designer_id, member_expire }: Paying) =>
  new Date(`${addMonths(member_expire, -12)}T${String(6 + (designer_id % 17)).padStart(2, '0')}:20:00Z`)

/** The provider's number of the one payment of a member's subscription. */
export const paymentIdOf = (member: Pick<Paying, 'designer_id'>) =>
  digits(`${subscriptionIdOf(member)} 0`, 17)

/** What members paid a year before their membership ends. They cancelled the renewal, so that nothing is charged in a demonstration. */
export async function fillPayments(trx: Db, members: readonly Paying[]) {
  if (!members.length) return
  await trx
    .insertInto('subscription')
    .values(
      members.map(member => ({
        subscription_id: subscriptionIdOf(member),
        designer_id: member.designer_id,
        plan: 'yearly' as const,
        status: 'cancelled' as const,
        started_at: begunAt(member),
        updated_at: begunAt(member),
        checked_at: begunAt(member),
      })),
    )
    .execute()
  await trx
    .insertInto('payment')
    .values(
      members.map(member => ({
        payment_id: paymentIdOf(member),
        subscription_id: subscriptionIdOf(member),
        designer_id: member.designer_id,
        amount_cents: plans.yearly.cents,
        currency: 'USD',
        status: 'completed' as const,
        paid_at: begunAt(member),
        created_at: begunAt(member),
      })),
    )
    .execute()
  const store = sandboxStore(trx)
  for (const member of members)
    await rememberSubscription(store, {
      id: subscriptionIdOf(member),
      plan: 'yearly',
      status: 'CANCELLED',
      begun: begunAt(member),
      payment: { status: 'COMPLETED', at: begunAt(member) },
      nextPayment: new Date(`${member.member_expire}T10:00:00Z`),
    })
}

type Playing = {
  /** Does something so many days ago. */
  daysAgo: <T>(days: number, work: () => Promise<T>) => Promise<T>
  now: () => Date
  admin: Actor
}

/** Five open cases and a closed one; the closed one is a payment that was given back. */
export async function fillCases(trx: Db, { daysAgo, now, admin }: Playing) {
  const paid = await trx
    .selectFrom('payment')
    .innerJoin('designer', 'designer.designer_id', 'payment.designer_id')
    .where('payment.status', '=', 'completed')
    .where('designer.closed_at', 'is', null)
    .where('paid_at', '<', new Date(+now() - 60 * dayMs))
    .orderBy('paid_at', 'desc')
    .limit(3)
    .select(['payment_id', 'payment.designer_id', 'subscription_id', 'amount_cents'])
    .execute()
  const flag = (
    days: number,
    what: string,
    detail: Record<string, unknown>,
    of?: { designer_id: number; subscription_id: string },
  ) =>
    daysAgo(days, async () => {
      const { designer_id = null, subscription_id = null } = of ?? {}
      await audit(trx, { at: now(), designer_id, subscription_id, what, detail, needs_attention: true })
      await mailAttention(trx, { now })
    })
  const [refunded, returned, partly] = paid
  if (refunded) {
    const { payment_id, amount_cents } = refunded
    await flag(13.4, 'a payment was taken back', { payment_id, cents: amount_cents }, refunded)
    await daysAgo(12.8, () => giveBack(trx, refunded, amount_cents, now()))
    await daysAgo(12.7, async () => {
      const found = await trx
        .selectFrom('ledger_audit')
        .where('needs_attention', '=', true)
        .where('designer_id', '=', refunded.designer_id)
        .select('audit_id')
        .executeTakeFirstOrThrow()
      await settleAttention(
        { db: trx, now },
        { attention_id: found.audit_id, done: 1, why: 'Paid twice by mistake; the second payment went back' },
        admin,
      )
    })
  }
  if (returned)
    await flag(
      8.9,
      'a payment was taken back',
      { payment_id: returned.payment_id, cents: returned.amount_cents },
      returned,
    )
  await flag(7.5, 'a message of the provider led nowhere', {
    event_id: 'WH-7TW20894KU4415208-5LX13725HN',
    event_type: 'PAYMENT.SALE.COMPLETED',
    problem: 'The subscription is not known here',
  })
  await flag(5.6, 'a subscription of our plans that nobody ordered here', {})
  if (partly) {
    await daysAgo(4.2, () => giveBack(trx, partly, 2500, now()))
    await flag(4.1, 'partial refund', { payment_id: partly.payment_id }, partly)
  }
  await flag(0.9, 'a purchase was given up', { status: 'APPROVED' })
}

/** So much of a payment went back; with the whole of it, its time ends. The provider says the same. */
async function giveBack(
  trx: Db,
  payment: { payment_id: string; subscription_id: string; amount_cents: number },
  amount_cents: number,
  refunded_at: Date,
) {
  const { payment_id, subscription_id } = payment
  const isWhole = amount_cents === payment.amount_cents
  await trx
    .insertInto('refund')
    .values({ refund_id: digits(`refund ${payment_id}`, 17), payment_id, amount_cents, refunded_at })
    .execute()
  await trx
    .updateTable('payment')
    .set({ status: isWhole ? 'refunded' : 'partially_refunded' })
    .where('payment_id', '=', payment_id)
    .execute()
  if (isWhole)
    await trx
      .updateTable('membership_grant')
      .set({ reversed_at: refunded_at })
      .where('source', '=', 'payment')
      .where('source_reference', '=', payment_id)
      .execute()
  const store = sandboxStore(trx)
  const found = await store.read<Subscription>('subscription', subscription_id)
  if (!found) return
  const status = isWhole ? ('REFUNDED' as const) : ('PARTIALLY_REFUNDED' as const)
  const transactions = found.transactions.map(each => ({ ...each, status }))
  await store.write('subscription', subscription_id, { ...found, transactions })
}
