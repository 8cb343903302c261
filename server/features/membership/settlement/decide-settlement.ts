import {
  buyGrant,
  compactGrants,
  type Grant,
  memberExpireOf,
  refundGrant,
  withMoves,
  withReversal,
} from '../../../../shared/rules/grants.ts'
import { provisionalHours } from '../../../../shared/rules/membership.ts'
import { currency, utcDay } from '../../../../shared/rules/plan.ts'
import { hourMs } from '../../../../shared/rules/time.ts'
import type { ProviderTransaction } from '../../../outside/paypal-schemas.ts'
import { isLater, type PaymentStatus, statusOf } from '../ledger.ts'
import { type MoneyState, type Refusal, refusalSentences } from '../refusals.ts'
import type { Change } from './changes.ts'
import { statusOfSubscription } from './decide-purchase.ts'
import type { BuyerFacts, Intent, MemberFacts, SettlementFacts, SubscriptionState } from './facts.ts'

// Turns what the provider shows of a subscription, and what we hold, into the changes to write. Pure: no I/O, so that
// every state the provider can be in is tested by table.

export type Decision =
  | { kind: 'refused'; refusal: Refusal; money: MoneyState; changes: Change[] }
  | {
      kind: 'member'
      member_expire: string | null
      /** Why the subscription must end at the provider; undefined if it may continue. */
      cancelBecause?: string
      changes: Change[]
    }

const isCollected = ({ status }: ProviderTransaction) =>
  status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
/** A payment that brings no money, now or later. */
const isUncollected = ({ status }: ProviderTransaction) => status === 'DECLINED' || status === 'REFUNDED'

/** The state of the money of these transactions. */
export function moneyOf(transactions: readonly ProviderTransaction[]): MoneyState {
  if (transactions.some(isCollected)) return 'taken'
  return transactions.some(({ status }) => status === 'REFUNDED') ? 'returned' : 'untouched'
}

const isRightAmount = ({ price }: SettlementFacts, t: ProviderTransaction) =>
  t.cents === price && t.currency === currency
const isRunning = (status: SubscriptionState['status']) => status === 'active' || status === 'suspended'
const isEnd = (status: SubscriptionState['status'] | undefined) =>
  status === 'cancelled' || status === 'expired'

/** The changes to write, and the result, for a subscription that has begun or ended at the provider. */
export function decideSettlement(facts: SettlementFacts): Decision {
  const { subject } = facts
  if (subject.kind === 'known') return recordPayments(facts, updateSubscription(facts, subject))
  const admission = decideAdmission(facts, subject.intent, subject.buyer)
  return admission.kind === 'refused'
    ? admission
    : recordPayments(facts, beginSubscription(facts, subject.intent, admission))
}

function recordPayments(facts: SettlementFacts, draft: Draft): Decision {
  const payments = facts.transactions.toSorted((a, b) => +a.time - +b.time || (a.id < b.id ? -1 : 1))
  for (const payment of payments) recordPayment(facts, draft, payment)
  const member_expire = memberExpireOf(draft.grants)
  const { newUsername, welcomePayment, subscription, changes } = draft
  if (newUsername !== undefined)
    changes.push({
      kind: 'mail',
      mail: {
        kind: 'welcome',
        username: newUsername,
        member_expire,
        ...(welcomePayment && { paid: welcomePayment, plan: subscription.plan }),
      },
    })
  const cancelBecause =
    subscription.status === 'superseded'
      ? 'The member has another subscription'
      : subscription.cancel_requested_at
        ? 'Cancelled by the member'
        : undefined
  return { kind: 'member', member_expire, ...(cancelBecause && { cancelBecause }), changes }
}

type Refused = Extract<Decision, { kind: 'refused' }>
type Admission = {
  kind: 'admitted'
  buyer: Exclude<BuyerFacts, { kind: 'forgotten' }>
  status: Exclude<SubscriptionState['status'], 'superseded'>
}

/** Whether a new subscription makes its buyer a member; a refusal says why not. */
function decideAdmission(facts: SettlementFacts, intent: Intent, buyer: BuyerFacts): Refused | Admission {
  const { remote, transactions } = facts
  const money = moneyOf(transactions)
  const refuse = (
    refusal: Refusal,
    record: { what?: string; needs_attention: boolean; detail?: Record<string, unknown> },
  ) => ({
    kind: 'refused' as const,
    refusal,
    money,
    changes: [{ kind: 'refuse-intent' as const, refusal, ...record }],
  })
  const flag = (refusal: Refusal, what: string) => refuse(refusal, { what, needs_attention: true })

  // Without a payment only a running subscription on our terms makes a member.
  const status = statusOfSubscription(remote)
  const isRefused = intent.state === 'refused' || intent.state === 'expired'
  const willNeverPay =
    remote.failedPayments > 0 || (transactions.length > 0 && transactions.every(isUncollected))
  if (!status || (!hasPaid(facts) && (isRefused || willNeverPay || status !== 'active'))) {
    const reason = willNeverPay ? 'provider' : 'unfinished'
    const refusal = intent.refused_because ?? (money === 'returned' ? 'undone' : reason)
    const detail = { because: refusalSentences[refusal], money }
    return refuse(refusal, { detail, needs_attention: money === 'taken' })
  }
  if (buyer.kind === 'forgotten') return flag('late', 'paid, but who began it is no longer known: refund it')
  if (buyer.kind === 'member' && buyer.isClosed)
    return flag('account_closed', 'paid, but the account is closed: refund it')
  if (buyer.kind === 'registration' && buyer.isEmailTaken)
    return flag('email_taken', 'paid, but the address belongs to another account: refund it')
  return { kind: 'admitted', buyer, status }
}

const hasPaid = (facts: SettlementFacts) =>
  facts.transactions.some(t => isRightAmount(facts, t) && isCollected(t))

type PaidMoney = { payment_id: string; cents: number; paid_at: Date }

/** The state that the changes so far lead to. */
type Draft = {
  changes: Change[]
  subscription: SubscriptionState
  grants: Grant[]
  payments: Map<string, { status: PaymentStatus; subscription_id: string }>
  /** Of an account that this settlement opens. */
  newUsername: string | undefined
  /** The first payment of a new account: its receipt is part of the welcome. */
  welcomePayment: PaidMoney | undefined
}

function beginSubscription(facts: SettlementFacts, intent: Intent, { buyer, status }: Admission): Draft {
  const { remote, now } = facts
  const changes: Change[] = []
  if (buyer.kind === 'registration') {
    const { registration, username } = buyer
    changes.push({
      kind: 'open-account',
      registration: { ...registration, username },
      affiliate: intent.affiliate,
    })
    changes.push({ kind: 'audit', what: 'account opened' })
  }
  changes.push({ kind: 'settle-intent', intent_id: intent.intent_id })
  const others = buyer.kind === 'member' ? buyer.member.others : []
  const hasAnother = others.some(({ status }) => isRunning(status))
  const isSuperseded = isRunning(status) && hasAnother
  // Provisional membership lasts from the start to the first payment, and is given once in a member's life.
  const isProvisional =
    status === 'active' &&
    !hasAnother &&
    !hasPaid(facts) &&
    remote.failedPayments === 0 &&
    (!remote.startsAt || remote.startsAt <= now) &&
    others.every(({ provisional_until }) => provisional_until === null)
  const subscription: SubscriptionState = {
    subscription_id: remote.id,
    plan: intent.plan,
    status: isSuperseded ? 'superseded' : status,
    next_billing_time: isRunning(status) ? (remote.nextBillingAt ?? null) : null,
    provisional_until: isProvisional ? new Date(+remote.updatedAt + provisionalHours * hourMs) : null,
    anchor: null,
    cancel_requested_at: null,
    updated_at: remote.updatedAt,
  }
  changes.push(
    {
      kind: 'audit',
      what: 'subscription begun',
      detail: { plan: intent.plan, status: remote.status },
      needs_attention: isSuperseded,
    },
    {
      kind: 'insert-subscription',
      subscription,
      intent_id: intent.intent_id,
      started_at: remote.startsAt ?? remote.createdAt,
      payer_id: remote.payerId,
    },
  )
  return {
    changes,
    subscription,
    grants: buyer.kind === 'member' ? buyer.member.grants : [],
    payments: new Map(facts.payments),
    newUsername: buyer.kind === 'registration' ? buyer.username : undefined,
    welcomePayment: undefined,
  }
}

/** A provisional membership that still runs ends now; none begins. */
const endProvisional = (until: Date | null, now: Date) => (until !== null && until > now ? now : until)

function updateSubscription(
  facts: SettlementFacts,
  { subscription: before, member }: Extract<SettlementFacts['subject'], { kind: 'known' }>,
): Draft {
  const { remote, now } = facts
  const reported = statusOfSubscription(remote)
  // An end is final, whenever it is reported; otherwise an older answer changes nothing.
  const isLatest = isEnd(reported) || remote.updatedAt >= before.updated_at
  const isNews = reported !== undefined && !isEnd(before.status) && isLatest
  // A superseded subscription stays superseded until it has ended.
  const staysSuperseded = before.status === 'superseded' && reported !== undefined && isRunning(reported)
  const status = isNews && !staysSuperseded ? reported : before.status
  const subscription: SubscriptionState = {
    ...before,
    status,
    ...(isNews && {
      updated_at: remote.updatedAt,
      next_billing_time: isRunning(status) ? (remote.nextBillingAt ?? before.next_billing_time) : null,
      ...(remote.failedPayments > 0 && { provisional_until: endProvisional(before.provisional_until, now) }),
    }),
  }
  const changes: Change[] = [{ kind: 'update-subscription', subscription }]
  if (status !== before.status) changes.push(...tellStatus(facts, before, status, member))
  return {
    changes,
    subscription,
    grants: member.grants,
    payments: new Map(facts.payments),
    newUsername: undefined,
    welcomePayment: undefined,
  }
}

/** The record of a subscription's new status, and the member's mail about it. */
function tellStatus(
  { remote }: SettlementFacts,
  before: SubscriptionState,
  status: SubscriptionState['status'],
  { grants, isRevoked }: MemberFacts,
): Change[] {
  const changes: Change[] = [
    {
      kind: 'audit',
      what: `subscription ${status}`,
      detail: { from: before.status, at: remote.updatedAt.toISOString() },
    },
  ]
  const { subscription_id } = before
  const member_expire = memberExpireOf(grants)
  if (status === 'suspended')
    changes.push({ kind: 'mail', mail: { kind: 'subscription-suspended', subscription_id, member_expire } })
  if (status === 'cancelled' && before.status !== 'superseded')
    changes.push({
      kind: 'mail',
      mail: {
        kind: 'subscription-cancelled',
        subscription_id,
        member_expire: isRevoked ? null : member_expire,
      },
    })
  return changes
}

/** Adds to the draft what one payment at the provider changes: its status, its time, and the mail about both. */
function recordPayment(facts: SettlementFacts, draft: Draft, remote: ProviderTransaction) {
  const kept = keepPayment(facts, draft, remote)
  if (!kept) return
  const { status, isNews } = kept
  const { changes, subscription } = draft
  const paid = { payment_id: remote.id, cents: remote.cents, paid_at: remote.time }
  const flag = (what: string) =>
    changes.push({
      kind: 'audit',
      what,
      detail: { payment_id: remote.id, cents: remote.cents, currency: remote.currency },
      needs_attention: true,
    })

  if (status === 'completed' || status === 'partially_refunded') {
    if (isRightAmount(facts, remote)) grantTime(facts, draft, paid)
    else flag('a payment of another amount')
  }
  if (status === 'declined' && isNews && subscription.status === 'active')
    changes.push({ kind: 'mail', mail: { kind: 'payment-failed', ...paid } })
  if (status === 'partially_refunded') flag('partial refund')
  let isKept = false
  if (status === 'refunded') {
    const outcome = refundGrant(draft.grants, remote.id)
    isKept = outcome === 'kept'
    if (outcome === 'reversed') {
      changes.push({ kind: 'reverse-grant', payment_id: remote.id })
      draft.grants = withReversal(draft.grants, remote.id, true)
    }
  }
  if (isKept) flag('a payment was refunded, but later ones were not')
  if (isNews && (status === 'refunded' || status === 'partially_refunded'))
    changes.push({ kind: 'mail', mail: { kind: 'payment-returned', paid, how: status, isKept } })
}

/** Its status as we hold it from now on; undefined for one that is not this subscription's or that we cannot read. */
function keepPayment(
  { wonDisputes, now }: SettlementFacts,
  draft: Draft,
  remote: ProviderTransaction,
): { status: PaymentStatus; isNews: boolean } | undefined {
  const { changes, payments, subscription } = draft
  const status = statusOf(remote)
  if (!status) {
    changes.push({
      kind: 'audit',
      what: 'a payment in an unknown state',
      detail: { payment_id: remote.id, status: remote.status },
      needs_attention: true,
    })
    return undefined
  }
  const existing = payments.get(remote.id)
  if (existing && existing.subscription_id !== subscription.subscription_id) return undefined
  if (!existing) changes.push({ kind: 'insert-payment', payment: remote, status })
  else if (existing.status === 'refunded' && isCollected(remote) && wonDisputes.has(remote.id)) {
    changes.push({ kind: 'restore-payment', payment_id: remote.id, status })
    restoreTime(draft, remote.id, now)
  } else if (isLater(status, existing.status))
    changes.push({ kind: 'update-payment', payment_id: remote.id, status })
  else return { status: existing.status, isNews: false }
  payments.set(remote.id, { status, subscription_id: subscription.subscription_id })
  return { status, isNews: true }
}

/** The time of a payment whose dispute was won counts again, and what was bought in its place moves behind it. */
function restoreTime(draft: Draft, paymentId: string, now: Date) {
  const grants = withReversal(draft.grants, paymentId, false)
  const moves = compactGrants(grants, utcDay(now))
  draft.grants = withMoves(grants, moves)
  draft.changes.push({ kind: 'move-grants', moves })
  draft.changes.push({
    kind: 'audit',
    what: 'a payment taken back has returned',
    detail: { payment_id: paymentId },
  })
  for (const { grant, to } of moves)
    if (grant.subscription_id === draft.subscription.subscription_id)
      draft.subscription = { ...draft.subscription, anchor: to.starts_on }
}

function grantTime({ now }: SettlementFacts, draft: Draft, paid: PaidMoney) {
  const bought = buyGrant(draft.grants, paid, draft.subscription)
  if (!bought) return
  const { grant, anchor } = bought
  // From now on it is paid: provisional membership is over, and is not given again.
  const provisional_until = endProvisional(draft.subscription.provisional_until, now)
  draft.grants = [...draft.grants, grant]
  draft.subscription = { ...draft.subscription, anchor, provisional_until }
  draft.changes.push({ kind: 'add-grant', grant, anchor, provisional_until })
  if (draft.newUsername !== undefined && !draft.welcomePayment) draft.welcomePayment = paid
  else
    draft.changes.push({
      kind: 'mail',
      mail: { kind: 'renewal-receipt', paid, plan: draft.subscription.plan, member_expire: grant.ends_on },
    })
}
