import { sql } from 'kysely'
import type { Grant } from '../../../../shared/rules/grants.ts'
import { type Plan, plans } from '../../../../shared/rules/plan.ts'
import type { Db } from '../../../db/connect.ts'
import type { Database } from '../../../db/types.ts'
import type { ProviderSubscription, ProviderTransaction } from '../../../outside/paypal-schemas.ts'
import { isDisputeWon, lockMember, lockSubscription, type PaymentStatus, readGrants } from '../ledger.ts'
import { registrationOf, type StoredRegistration } from '../open-account.ts'
import { findIntentOf, findTakenNames, isClosedAccount, lockIntentOf, lockNames } from '../queries.ts'

/** The purchase that a subscription was created for. */
export type Intent = NonNullable<Awaited<ReturnType<typeof findIntentOf>>>

export type SubscriptionState = {
  subscription_id: string
  plan: Plan
  status: Database['subscription']['status']
  next_billing_time: Date | null
  provisional_until: Date | null
  anchor: string | null
  cancel_requested_at: Date | null
  /** The provider's own time of this state. */
  updated_at: Date
}

/** What a member has already; `grants` in the order in which they were made. */
export type MemberFacts = {
  designer_id: number
  isRevoked: boolean
  grants: Grant[]
  /** Of the member's other subscriptions. */
  others: Pick<SubscriptionState, 'status' | 'provisional_until'>[]
}

/** The buyer of a new subscription. */
export type BuyerFacts =
  | { kind: 'member'; isClosed: boolean; member: MemberFacts }
  /** `username`: the requested one, or a free one like it. */
  | { kind: 'registration'; registration: StoredRegistration; username: string; isEmailTaken: boolean }
  /** The registration was deleted, a week after the purchase was given up. */
  | { kind: 'forgotten' }

/** All facts that decide what a subscription's present state at the provider means. */
export type SettlementFacts = {
  now: Date
  remote: ProviderSubscription
  transactions: ProviderTransaction[]
  /** The expected amount of one payment, in cents. */
  price: number
  subject:
    | { kind: 'known'; subscription: SubscriptionState; member: MemberFacts }
    | { kind: 'new'; intent: Intent; buyer: BuyerFacts }
  /** Our payments for the provider's transactions, by id. */
  payments: ReadonlyMap<string, { status: PaymentStatus; subscription_id: string }>
  /** Ids of refunded payments whose dispute was won, so their money is ours again. */
  wonDisputes: ReadonlySet<string>
}

/**
 * Locks the subscription and its member, or the names of a new one, and reads what decides. Undefined where neither the
 * subscription nor its intent is known. Locks are taken in the same order as for a reservation, so that the two never
 * deadlock.
 */
export async function readSettlement(
  trx: Db,
  remote: ProviderSubscription,
  transactions: ProviderTransaction[],
  now: Date,
): Promise<SettlementFacts | undefined> {
  await lockSubscription(trx, remote.id)
  const subject = (await readKnown(trx, remote.id)) ?? (await readPurchase(trx, remote.id))
  if (!subject) return undefined
  const payments = await readPayments(trx, transactions)
  return {
    now,
    remote,
    transactions,
    ...subject,
    payments,
    wonDisputes: await readWonDisputes(trx, payments),
  }
}

type Subject = Pick<SettlementFacts, 'subject' | 'price'>

async function readKnown(trx: Db, subscriptionId: string): Promise<Subject | undefined> {
  const query = trx.selectFrom('subscription').where('subscription_id', '=', subscriptionId)
  const owner = await query.select('designer_id').executeTakeFirst()
  if (!owner) return undefined
  // Before the row is read, because settling another subscription of the member may move this one's anchor.
  await lockMember(trx, owner.designer_id)
  const subscription = await query
    .select([
      'subscription_id',
      'plan',
      'status',
      'next_billing_time',
      'provisional_until',
      'anchor',
      'cancel_requested_at',
      'updated_at',
    ])
    .executeTakeFirstOrThrow()
  const intent = await findIntentOf(trx, subscriptionId)
  const member = await readMember(trx, owner.designer_id, subscriptionId)
  return {
    subject: { kind: 'known', subscription, member },
    price: intent?.amount_cents ?? plans[subscription.plan].cents,
  }
}

async function readPurchase(trx: Db, subscriptionId: string): Promise<Subject | undefined> {
  const before = await findIntentOf(trx, subscriptionId)
  if (!before) return undefined
  if (before.designer_id === null) await lockNames(trx)
  else await lockMember(trx, before.designer_id)
  const intent = await lockIntentOf(trx, subscriptionId)
  return {
    subject: { kind: 'new', intent, buyer: await readBuyer(trx, intent, subscriptionId) },
    price: intent.amount_cents,
  }
}

async function readBuyer(trx: Db, intent: Intent, subscriptionId: string): Promise<BuyerFacts> {
  if (intent.designer_id !== null)
    return {
      kind: 'member',
      isClosed: await isClosedAccount(trx, intent.designer_id),
      member: await readMember(trx, intent.designer_id, subscriptionId),
    }
  const registration = registrationOf(intent)
  if (!registration) return { kind: 'forgotten' }
  const taken = await findTakenNames(trx, registration, intent.intent_id)
  return {
    kind: 'registration',
    registration,
    username:
      taken.username === 'account'
        ? await findFreeUsername(trx, registration.username)
        : registration.username,
    isEmailTaken: taken.email === 'account',
  }
}

async function readMember(trx: Db, designer_id: number, subscriptionId: string): Promise<MemberFacts> {
  const { is_revoked } = await trx
    .selectFrom('membership')
    .where('designer_id', '=', designer_id)
    .select('is_revoked')
    .executeTakeFirstOrThrow()
  const others = await trx
    .selectFrom('subscription')
    .where('designer_id', '=', designer_id)
    .where('subscription_id', '<>', subscriptionId)
    .select(['status', 'provisional_until'])
    .execute()
  return { designer_id, isRevoked: is_revoked === true, grants: await readGrants(trx, designer_id), others }
}

async function readPayments(trx: Db, transactions: readonly ProviderTransaction[]) {
  const rows = transactions.length
    ? await trx
        .selectFrom('payment')
        .where(
          'payment_id',
          'in',
          transactions.map(({ id }) => id),
        )
        .select(['payment_id', 'status', 'subscription_id'])
        .execute()
    : []
  return new Map(rows.map(({ payment_id, ...row }) => [payment_id, row]))
}

async function readWonDisputes(trx: Db, payments: SettlementFacts['payments']) {
  const won = new Set<string>()
  for (const [id, { status }] of payments)
    if (status === 'refunded' && (await isDisputeWon(trx, id))) won.add(id)
  return won
}

/** The name with the smallest number that makes it free: `ada` becomes `ada2`. Within `lockNames`. */
async function findFreeUsername(trx: Db, username: string): Promise<string> {
  for (let n = 2; ; n++) {
    const candidate = `${username.slice(0, 30 - String(n).length)}${n}`
    const taken = await trx
      .selectFrom('designer')
      .where(sql<string>`lower(username)`, '=', candidate.toLowerCase())
      .select('designer_id')
      .executeTakeFirst()
    if (!taken) return candidate
  }
}
