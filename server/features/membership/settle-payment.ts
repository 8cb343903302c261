import { sql } from 'kysely'
import { provisionalHours } from '../../../shared/rules/membership.ts'
import { currency, plans } from '../../../shared/rules/plan.ts'
import { accountIsClosed, emailTaken, usernameTaken } from '../../../shared/rules/registration.ts'
import { type Db, transaction } from '../../db/connect.ts'
import {
  intentIdOf,
  ProviderRefusal,
  type ProviderSubscription,
  type ProviderTransaction,
} from '../../outside/payments.ts'
import type { Services } from '../../services.ts'
import {
  audit,
  endTrust,
  findMemberExpire,
  giveBack,
  grantPayment,
  isLater,
  lockMember,
  lockSubscription,
  reverseGrant,
  statusOf,
  wasWon,
} from './ledger.ts'
import { mailMember } from './mails.ts'
import { openAccount, type StoredRegistration } from './open-account.ts'
import { findIntentOf, findMembership, findTakenNames, isClosedAccount, lockNames } from './queries.ts'

export type Settling = Pick<Services, 'db' | 'now' | 'payments' | 'publicUrl' | 'supportEmail'>

export type Settled =
  | { status: 'member'; designer_id: number; member_expire: string | null }
  /** Nothing is wrong; the provider, or another purchase of the same names, has to go first. */
  | { status: 'confirming' }
  /** `money`: what has become of it. What was taken all the same is to be given back. */
  | { status: 'refused'; because: string; money: 'untouched' | 'taken' | 'returned' }
  /** The provider has no such subscription, or it is none of ours. */
  | { status: 'unknown' }

type Intent = NonNullable<Awaited<ReturnType<typeof findIntentOf>>>

const dayMs = 86_400_000
const statusNames: Record<string, 'active' | 'suspended' | 'cancelled' | 'expired' | undefined> = {
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
}

const subscriptionColumns = [
  'subscription_id',
  'designer_id',
  'plan',
  'status',
  'next_billing_time',
  'cancel_requested_at',
  'updated_at',
] as const

const refusals = {
  mismatch: 'This payment does not match what was ordered.',
  late: 'This payment was approved too late. Please start again.',
  another: 'You already have an active subscription.',
  unfinished: 'The payment was not completed.',
  undone: 'The payment was undone before the membership began.',
  provider: 'The payment provider did not accept the payment. Please try another way to pay.',
}

/**
 * Makes our side agree with what the provider says of a subscription: the one place where payments become
 * membership, whoever reports them (the buyer's browser, a message of the provider's, reconciliation), in any order and
 * any number of times. The provider is asked outside of any transaction; what it said is applied under a lock, and
 * nothing it said before can undo what it said later.
 */
export async function settlePayment(services: Settling, subscriptionId: string): Promise<Settled> {
  const { db, payments } = services
  for (let round = 0; round < 4; round++) {
    const seen = await payments.findSubscription(subscriptionId)
    if (!seen) return { status: 'unknown' }
    const intent = await bindIntent(db, seen)
    const isKnown = await isKnownSubscription(db, subscriptionId)
    if (!isKnown && !intent) return { status: 'unknown' }

    if (!isKnown && intent) {
      if (!matches(seen, intent, payments.planIds))
        return refuse(services, seen, intent, refusals.mismatch, true)
      if (seen.status === 'APPROVAL_PENDING') return { status: 'confirming' }
      if (seen.status === 'APPROVED') {
        const step = await reserve(services, intent)
        if (step === 'wait') return { status: 'confirming' }
        if (step === 'again') continue
        if (step !== 'charge') return refuse(services, seen, intent, step)
        const charged = await charge(services, seen, intent)
        if (charged) return charged
        continue
      }
      if (!statusNames[seen.status]) return { status: 'confirming' }
    }
    const transactions = await listAll(services, seen)
    const { settled, mustCancel } = await transaction(db, trx =>
      apply(trx, services, seen, transactions, intent),
    )
    if (mustCancel && mayCharge(seen)) await payments.cancel(subscriptionId, mustCancel)
    return settled
  }
  return { status: 'confirming' }
}

const listAll = ({ payments, now }: Settling, { id, createdAt }: ProviderSubscription) =>
  payments.listTransactions(id, new Date(+createdAt - dayMs), new Date(+now() + dayMs))

const mayCharge = ({ status }: ProviderSubscription) => status === 'ACTIVE' || status === 'SUSPENDED'
const isTaken = ({ status }: ProviderTransaction) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
/** A payment that brings no money: who has only such ones has not paid, and is not about to. */
const isVain = ({ status }: ProviderTransaction) => status === 'DECLINED' || status === 'REFUNDED'
const moneyOf = (transactions: ProviderTransaction[]) => {
  if (transactions.some(isTaken)) return 'taken'
  return transactions.some(({ status }) => status === 'REFUNDED') ? 'returned' : 'untouched'
}

/** The intent that a subscription says it was created for; it must be the one we created for it. */
async function bindIntent(db: Db, seen: ProviderSubscription): Promise<Intent | undefined> {
  const intentId = intentIdOf(seen.customId)
  if (!intentId) return undefined
  // When the provider's answer to the creation was lost, it is bound here.
  await db
    .updateTable('checkout_intent')
    .set({ subscription_id: seen.id })
    .where('intent_id', '=', intentId)
    .where('subscription_id', 'is', null)
    .execute()
  const intent = await findIntentOf(db, seen.id)
  return intent?.intent_id === intentId ? intent : undefined
}

async function isKnownSubscription(db: Db, subscriptionId: string) {
  const row = await db
    .selectFrom('subscription')
    .where('subscription_id', '=', subscriptionId)
    .select('subscription_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether it is what was ordered: the plan, one of it, at its price, beginning when it should. */
function matches(
  seen: ProviderSubscription,
  intent: Intent,
  planIds: Services['payments']['planIds'],
): boolean {
  if (seen.planId !== planIds[intent.plan] || !seen.isPlain) return false
  const latest = Math.max(intent.starts_on ? Date.parse(intent.starts_on) : 0, intent.created_at.getTime())
  return !seen.startsAt || seen.startsAt.getTime() <= latest + dayMs
}

/**
 * Takes the buyer's names and turn before anything is charged: 'charge' when this purchase may be. 'wait': another
 * one is just being charged; 'again': something was put right, look anew; any other text is why not.
 */
async function reserve(services: Settling, given: Intent): Promise<'charge' | 'wait' | 'again' | string> {
  const { db, now } = services
  const answer = await transaction(db, async trx => {
    await lockNames(trx)
    // Before the intent, as closing an account does.
    if (given.designer_id !== null) await lockMember(trx, given.designer_id)
    const intent = await trx
      .selectFrom('checkout_intent')
      .where('intent_id', '=', given.intent_id)
      .select(['intent_id', 'designer_id', 'registration', 'state', 'refused_because', 'expires_at'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (intent.state === 'refused' || intent.state === 'expired')
      return intent.refused_because ?? refusals.late
    if (intent.state === 'settling') return 'charge'
    // Done meanwhile: what runs now is this very purchase, not another one.
    if (intent.state === 'settled') return 'again'
    if (intent.expires_at < now()) return refusals.late
    if (intent.designer_id !== null) {
      if (await isClosedAccount(trx, intent.designer_id)) return accountIsClosed
      const running = await trx
        .selectFrom('subscription')
        .where('designer_id', '=', intent.designer_id)
        .where('status', 'in', ['active', 'suspended'])
        .select(['subscription_id', 'status'])
        .executeTakeFirst()
      if (running?.status === 'active') return refusals.another
      if (running) return { cancelFirst: running.subscription_id }
      const other = await trx
        .selectFrom('checkout_intent')
        .where('designer_id', '=', intent.designer_id)
        .where('state', '=', 'settling')
        .select('intent_id')
        .executeTakeFirst()
      if (other) return 'wait'
    } else {
      const registration = intent.registration as StoredRegistration
      const taken = await findTakenNames(trx, registration, intent.intent_id)
      if (taken.username === 'account') return usernameTaken
      if (taken.email === 'account') return emailTaken
      if (taken.username || taken.email) return 'wait'
    }
    await trx
      .updateTable('checkout_intent')
      .set({ state: 'settling' })
      .where('intent_id', '=', intent.intent_id)
      .execute()
    return 'charge'
  })
  if (typeof answer === 'string') return answer
  await services.payments.cancel(answer.cancelFirst, 'Replaced by a new subscription')
  await settlePayment(services, answer.cancelFirst)
  return 'again'
}

/** Charges an approved subscription. An answer only when that ends it. */
async function charge(
  services: Settling,
  seen: ProviderSubscription,
  intent: Intent,
): Promise<Settled | undefined> {
  try {
    await services.payments.activate(seen.id)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    // It may be active already and only look as if it were not: the next look tells.
    if (error.issue === 'SUBSCRIPTION_STATUS_INVALID' || error.status === 401 || error.status === 403)
      return { status: 'confirming' }
    return refuse(services, seen, intent, refusals.provider)
  }
}

/** Nothing is sold: so nothing may ever be charged for it. */
async function refuse(
  services: Settling,
  seen: ProviderSubscription,
  intent: Intent,
  because: string,
  isSuspect = false,
): Promise<Settled> {
  const { db, now, payments } = services
  const isStarted = seen.status !== 'APPROVAL_PENDING' && seen.status !== 'APPROVED'
  const money = isStarted ? moneyOf(await listAll(services, seen)) : 'untouched'
  await transaction(db, async trx => {
    await trx
      .updateTable('checkout_intent')
      .set({ state: 'refused', refused_because: because })
      .where('intent_id', '=', intent.intent_id)
      .where('state', '<>', 'settled')
      .execute()
    await audit(trx, {
      at: now(),
      designer_id: intent.designer_id,
      subscription_id: seen.id,
      what: 'purchase refused',
      detail: { because },
      needs_attention: because === accountIsClosed || (isSuspect && isStarted),
    })
  })
  if (seen.status === 'APPROVED' || mayCharge(seen))
    await payments.cancel(seen.id, because).catch(error => {
      // What was never activated is never charged, and the provider does not cancel it.
      if (!(error instanceof ProviderRefusal) || seen.status !== 'APPROVED') throw error
    })
  return { status: 'refused', because, money }
}

type Applied = { settled: Settled; mustCancel?: string }

/** Writes what the provider said, as one. */
async function apply(
  trx: Db,
  services: Settling,
  seen: ProviderSubscription,
  transactions: ProviderTransaction[],
  intent: Intent | undefined,
): Promise<Applied> {
  const now = services.now()
  await lockSubscription(trx, seen.id)
  const before = await trx
    .selectFrom('subscription')
    .where('subscription_id', '=', seen.id)
    .select(subscriptionColumns)
    .executeTakeFirst()
  const price = intent?.amount_cents ?? plans[before!.plan].cents
  const isRight = (t: ProviderTransaction) => t.cents === price && t.currency === currency
  const isPaid = transactions.some(t => isRight(t) && isTaken(t))

  let designerId = before?.designer_id
  let isNewAccount = false
  if (designerId === undefined) {
    // In the order of `reserve`, so that the two never wait for each other.
    if (intent!.designer_id === null) await lockNames(trx)
    else await lockMember(trx, intent!.designer_id)
    const state = await trx
      .selectFrom('checkout_intent')
      .where('intent_id', '=', intent!.intent_id)
      .select(['state', 'refused_because'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Without money only a subscription that runs, and that we agreed to, makes anybody a member.
    const isRefused = state.state === 'refused' || state.state === 'expired'
    const isHopeless = seen.failedPayments > 0 || (transactions.length > 0 && transactions.every(isVain))
    if (!isPaid && (isRefused || isHopeless || seen.status !== 'ACTIVE')) {
      const money = moneyOf(transactions)
      const reason = isHopeless ? refusals.provider : refusals.unfinished
      const because = state.refused_because ?? (money === 'returned' ? refusals.undone : reason)
      await trx
        .updateTable('checkout_intent')
        .set({ state: 'refused', refused_because: because })
        .where('intent_id', '=', intent!.intent_id)
        .execute()
      await audit(trx, {
        at: now,
        designer_id: intent!.designer_id,
        subscription_id: seen.id,
        what: 'purchase refused',
        detail: { because, money },
        needs_attention: money === 'taken',
      })
      return { settled: { status: 'refused', because, money }, mustCancel: because }
    }
    const opened = await accountOf(trx, seen, intent!, now)
    if (typeof opened === 'string')
      return {
        settled: { status: 'refused', because: opened, money: moneyOf(transactions) },
        mustCancel: opened,
      }
    designerId = opened.designer_id
    isNewAccount = opened.isNew
  }
  await lockMember(trx, designerId)
  const subscription = before
    ? await updateSubscription(trx, services, before, seen, now)
    : await insertSubscription(trx, seen, intent!, designerId, isPaid, now)

  let firstGrant: { payment_id: string; cents: number; paid_at: Date } | undefined
  for (const seenPayment of transactions.toSorted((a, b) => +a.time - +b.time || (a.id < b.id ? -1 : 1))) {
    const payment = await keepPayment(trx, seenPayment, subscription, now)
    if (!payment) continue
    const { status, isNews } = payment
    const money = { payment_id: seenPayment.id, cents: seenPayment.cents, paid_at: seenPayment.time }
    if (status === 'completed' || status === 'partially_refunded') {
      if (isRight(seenPayment)) {
        const granted = await grantPayment(trx, money, subscription, now)
        if (granted && isNewAccount && !firstGrant) firstGrant = money
        else if (granted)
          await mailMember(trx, services, designerId, {
            kind: 'renewal-receipt',
            paid: money,
            plan: subscription.plan,
            member_expire: granted.ends_on,
          })
      } else await flag('a payment of another amount')
    }
    if (status === 'declined' && isNews && subscription.status === 'active')
      await mailMember(trx, services, designerId, { kind: 'payment-failed', ...money })
    if (status === 'partially_refunded') await flag('part of a payment was refunded')
    const isKept = status === 'refunded' && !(await reverseGrant(trx, seenPayment.id, now, 'latest'))
    if (isKept) await flag('a payment was refunded, but later ones were not')
    if (isNews && (status === 'refunded' || status === 'partially_refunded'))
      await mailMember(trx, services, designerId, {
        kind: 'payment-returned',
        paid: money,
        how: status,
        isKept,
      })

    async function flag(what: string) {
      await audit(trx, {
        at: now,
        designer_id: designerId!,
        subscription_id: seen.id,
        what,
        detail: { payment_id: seenPayment.id, cents: seenPayment.cents, currency: seenPayment.currency },
        needs_attention: true,
      })
    }
  }
  // What was refused or cancelled on our side and still runs at the provider's must end there.
  const mustCancel =
    subscription.status === 'unwanted'
      ? 'The member has another subscription'
      : subscription.cancel_requested_at
        ? 'Cancelled by the member'
        : undefined
  if (isNewAccount) {
    const { username } = intent!.registration as StoredRegistration
    const account = await trx
      .selectFrom('designer')
      .where('designer_id', '=', designerId)
      .select('username')
      .executeTakeFirst()
    await mailMember(trx, services, designerId, {
      kind: 'welcome',
      username: account?.username ?? username,
      member_expire: await findMemberExpire(trx, designerId),
      ...(firstGrant && { paid: firstGrant, plan: subscription.plan }),
    })
  }
  const member_expire = await findMemberExpire(trx, designerId)
  return {
    settled: { status: 'member', designer_id: designerId, member_expire },
    ...(mustCancel && { mustCancel }),
  }
}

/**
 * The account that paid: the member's (locked), or (within `lockNames`) the new one. A text when there can be none: its
 * address has become somebody else's meanwhile, or is no longer known, or the member has left.
 */
async function accountOf(
  trx: Db,
  seen: ProviderSubscription,
  intent: Intent,
  now: Date,
): Promise<{ designer_id: number; isNew: boolean } | string> {
  let designerId = intent.designer_id
  if (designerId !== null) {
    if (await isClosedAccount(trx, designerId)) {
      await trx
        .updateTable('checkout_intent')
        .set({ state: 'refused', refused_because: accountIsClosed })
        .where('intent_id', '=', intent.intent_id)
        .execute()
      await audit(trx, {
        at: now,
        designer_id: designerId,
        subscription_id: seen.id,
        what: 'paid, but the account is closed: refund it',
        needs_attention: true,
      })
      return accountIsClosed
    }
  }
  if (designerId === null) {
    // Emptied of purchases that were never finished, after a week in which the provider did not show them paid.
    const registration = intent.registration as StoredRegistration | null
    const taken = registration && (await findTakenNames(trx, registration, intent.intent_id))
    if (!registration || taken?.email === 'account') {
      const because = registration ? emailTaken : refusals.late
      await trx
        .updateTable('checkout_intent')
        .set({ state: 'refused', refused_because: because })
        .where('intent_id', '=', intent.intent_id)
        .execute()
      await audit(trx, {
        at: now,
        designer_id: null,
        subscription_id: seen.id,
        what: registration
          ? 'paid, but the address belongs to another account: refund it'
          : 'paid, but who began it is no longer known: refund it',
        needs_attention: true,
      })
      return because
    }
    // Paid is paid: whoever lost the name in the meantime gets one like it.
    const username =
      taken?.username === 'account' ? await nameLike(trx, registration.username) : registration.username
    designerId = await openAccount(trx, { ...registration, username }, intent.affiliate, now)
    await audit(trx, {
      at: now,
      designer_id: designerId,
      subscription_id: seen.id,
      what: 'account opened',
    })
  }
  await trx
    .updateTable('checkout_intent')
    .set({ state: 'settled', registration: null, designer_id: designerId })
    .where('intent_id', '=', intent.intent_id)
    .execute()
  return { designer_id: designerId, isNew: intent.designer_id === null }
}

async function nameLike(trx: Db, username: string): Promise<string> {
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

async function insertSubscription(
  trx: Db,
  seen: ProviderSubscription,
  intent: Intent,
  designerId: number,
  isPaid: boolean,
  now: Date,
) {
  const others = await trx
    .selectFrom('subscription')
    .where('designer_id', '=', designerId)
    .select(['status', 'provisional_until'])
    .execute()
  const hasAnother = others.some(o => o.status === 'active' || o.status === 'suspended')
  const status = statusNames[seen.status]!
  const isRunning = status === 'active' || status === 'suspended'
  // Time on trust: from its start to its first payment, once in a member's life.
  const isTrusted =
    status === 'active' &&
    !hasAnother &&
    !isPaid &&
    seen.failedPayments === 0 &&
    (!seen.startsAt || seen.startsAt <= now) &&
    others.every(o => o.provisional_until === null)
  await audit(trx, {
    at: now,
    designer_id: designerId,
    subscription_id: seen.id,
    what: 'subscription begun',
    detail: { plan: intent.plan, status: seen.status },
    needs_attention: isRunning && hasAnother,
  })
  return trx
    .insertInto('subscription')
    .values({
      subscription_id: seen.id,
      designer_id: designerId,
      intent_id: intent.intent_id,
      plan: intent.plan,
      status: isRunning && hasAnother ? 'unwanted' : status,
      started_at: seen.startsAt ?? seen.createdAt,
      next_billing_time: isRunning ? (seen.nextBillingAt ?? null) : null,
      provisional_until: isTrusted ? new Date(+seen.updatedAt + provisionalHours * 3_600_000) : null,
      payer_id: seen.payerId,
      updated_at: seen.updatedAt,
      checked_at: now,
    })
    .returning(subscriptionColumns)
    .executeTakeFirstOrThrow()
}

type SubscriptionRow = Awaited<ReturnType<typeof insertSubscription>>

const isEnd = (status: string | undefined) => status === 'cancelled' || status === 'expired'

async function updateSubscription(
  trx: Db,
  services: Settling,
  before: SubscriptionRow,
  seen: ProviderSubscription,
  now: Date,
): Promise<SubscriptionRow> {
  const given = statusNames[seen.status]
  // An end is an end, whenever it is told; about anything else an older answer changes nothing.
  const isLatest = isEnd(given) || seen.updatedAt >= before.updated_at
  const isNews = given !== undefined && !isEnd(before.status) && isLatest
  // A subscription that we do not want stays unwanted until it has ended.
  const stays = before.status === 'unwanted' && (given === 'active' || given === 'suspended')
  const status = isNews && !stays ? given : before.status
  const isRunning = status === 'active' || status === 'suspended'
  const row = await trx
    .updateTable('subscription')
    .set({
      status,
      checked_at: now,
      ...(isNews && {
        updated_at: seen.updatedAt,
        next_billing_time: isRunning ? (seen.nextBillingAt ?? before.next_billing_time) : null,
        ...(seen.failedPayments > 0 && {
          provisional_until: endTrust(now),
        }),
      }),
    })
    .where('subscription_id', '=', before.subscription_id)
    .returning(subscriptionColumns)
    .executeTakeFirstOrThrow()
  if (status === before.status) return row
  const about = { subscription_id: before.subscription_id }
  await audit(trx, {
    at: now,
    designer_id: before.designer_id,
    ...about,
    what: `subscription ${status}`,
    detail: { from: before.status, at: seen.updatedAt.toISOString() },
  })
  const { member_expire, is_revoked } = await findMembership(trx, before.designer_id)
  if (status === 'suspended')
    await mailMember(trx, services, before.designer_id, {
      kind: 'subscription-suspended',
      ...about,
      member_expire,
    })
  if (status === 'cancelled' && before.status !== 'unwanted')
    await mailMember(trx, services, before.designer_id, {
      kind: 'subscription-cancelled',
      ...about,
      member_expire: is_revoked ? null : member_expire,
    })
  return row
}

/** Keeps what the provider says of one payment; its status as we hold it now, and whether that is news. */
async function keepPayment(trx: Db, seen: ProviderTransaction, subscription: SubscriptionRow, now: Date) {
  const status = statusOf(seen)
  if (!status) {
    await audit(trx, {
      at: now,
      designer_id: subscription.designer_id,
      subscription_id: subscription.subscription_id,
      what: 'a payment in an unknown state',
      detail: { payment_id: seen.id, status: seen.status },
      needs_attention: true,
    })
    return undefined
  }
  const known = await trx
    .selectFrom('payment')
    .where('payment_id', '=', seen.id)
    .select(['status', 'subscription_id'])
    .executeTakeFirst()
  if (known && known.subscription_id !== subscription.subscription_id) return undefined
  if (!known) {
    await trx
      .insertInto('payment')
      .values({
        payment_id: seen.id,
        subscription_id: subscription.subscription_id,
        designer_id: subscription.designer_id,
        amount_cents: seen.cents,
        currency: seen.currency,
        status,
        paid_at: seen.time,
        created_at: now,
      })
      .execute()
    return { status, isNews: true }
  }
  const isBack = known.status === 'refunded' && isTaken(seen) && (await wasWon(trx, seen.id))
  if (isBack) await giveBack(trx, seen.id, subscription.subscription_id, now)
  else if (!isLater(status, known.status)) return { status: known.status, isNews: false }
  await trx.updateTable('payment').set({ status }).where('payment_id', '=', seen.id).execute()
  return { status, isNews: true }
}
