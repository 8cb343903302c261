import { addMonths, currency, utcDay } from '../../../shared/rules/plan.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { digits, iso } from './answers.ts'
import type { Terms } from './catalogue.ts'
import { dollars, saleOf } from './representation.ts'
import { type Status, type Subscription, type Transaction, termsOf } from './subscription.ts'

// What changes a subscription: approval, billing, refunds and disputes. Without I/O; the events that a change causes are
// passed to `emit`.

/** Passes on an event about a resource; without one, about the subscription as it is now. */
export type Emit = (event: string, resourceType: string, resource?: unknown) => void

const disputeOutcomes = {
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
  withdrawn: 'CANCELED_BY_BUYER',
  paid_out: 'RESOLVED_WITH_PAYOUT',
}
export type DisputeStage = 'created' | keyof typeof disputeOutcomes

/** A failed payment is tried again after this time, twice. */
const retryMs = 5 * dayMs
const retries = 2

/** The provider bills in the morning. */
const billingTime = (anchor: string, { months }: Terms, cycles: number) =>
  `${addMonths(anchor, cycles * months)}T10:00:00Z`

function setStatus(s: Subscription, status: Status, emit: Emit, at: Date) {
  s.status = status
  s.update_time = iso(at)
  const names: Partial<Record<Status, string>> = {
    ACTIVE: 'ACTIVATED',
    SUSPENDED: 'SUSPENDED',
    CANCELLED: 'CANCELLED',
    EXPIRED: 'EXPIRED',
  }
  if (names[status]) emit(`BILLING.SUBSCRIPTION.${names[status]}`, 'subscription')
}

/** Charges the buyer for the current cycle. */
function charge(s: Subscription, anchor: string, emit: Emit, at: Date) {
  const terms = termsOf(s)
  const transaction: Transaction = {
    id: digits(`${s.id} ${s.transactions.length}`, 17),
    status: s.pays ? 'COMPLETED' : 'DECLINED',
    cents: terms.cents,
    time: iso(at),
  }
  s.transactions.push(transaction)
  s.update_time = iso(at)
  if (s.pays) {
    s.cycles++
    s.failed_tries = 0
    s.next_billing_time = billingTime(anchor, terms, s.cycles)
    emit('PAYMENT.SALE.COMPLETED', 'sale', saleOf(s, transaction))
    return
  }
  s.last_failed_time = iso(at)
  s.failed_tries++
  emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', 'subscription')
  if (s.failed_tries <= retries) {
    s.next_billing_time = iso(new Date(+at + retryMs))
    return
  }
  s.failed_tries = 0
  s.failed_payments++
  s.cycles++
  s.next_billing_time = billingTime(anchor, terms, s.cycles)
  if (terms.threshold > 0 && s.failed_payments >= terms.threshold) setStatus(s, 'SUSPENDED', emit, at)
}

function activate(s: Subscription, emit: Emit, now: Date) {
  const starts = new Date(s.start_time)
  setStatus(s, 'ACTIVE', emit, now)
  s.anchor = utcDay(starts > now ? starts : now)
  if (starts > now) s.next_billing_time = billingTime(s.anchor, termsOf(s), 0)
  else charge(s, s.anchor, emit, now)
}

/** The buyer approves. */
export function approve(s: Subscription, emit: Emit, now: Date) {
  if (s.status !== 'APPROVAL_PENDING') return
  s.status = 'APPROVED'
  s.update_time = iso(now)
  if (s.user_action === 'SUBSCRIBE_NOW') activate(s, emit, now)
}

export const verbs = ['activate', 'suspend', 'cancel'] as const
export type Verb = (typeof verbs)[number]

/** Does what a call asks for; false where the status does not allow it. */
export function act(s: Subscription, verb: Verb, emit: Emit, now: Date): boolean {
  if (verb === 'activate' && s.status === 'APPROVED') activate(s, emit, now)
  else if (verb === 'activate' && s.status === 'SUSPENDED') {
    s.failed_payments = 0
    setStatus(s, 'ACTIVE', emit, now)
  } else if (verb === 'suspend' && s.status === 'ACTIVE') setStatus(s, 'SUSPENDED', emit, now)
  else if (verb === 'cancel' && ['ACTIVE', 'SUSPENDED'].includes(s.status)) {
    s.next_billing_time = undefined
    setStatus(s, 'CANCELLED', emit, now)
  } else return false
  return true
}

/** Charges every cycle that is due by this time. */
export function billDue(s: Subscription, emit: Emit, until: Date) {
  while (s.status === 'ACTIVE' && s.anchor && s.next_billing_time && new Date(s.next_billing_time) <= until)
    charge(s, s.anchor, emit, new Date(s.next_billing_time))
}

/** Refunds a sale, in full unless `cents` are given. Gives the refund's id. */
export function refund(
  s: Subscription,
  sale: Transaction,
  cents: number | undefined,
  emit: Emit,
  now: Date,
): string {
  const isPart = cents !== undefined && cents < sale.cents
  sale.status = isPart ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  s.update_time = iso(now)
  const id = digits(`refund ${sale.id} ${cents ?? ''}`, 17)
  emit('PAYMENT.SALE.REFUNDED', 'refund', {
    id,
    sale_id: sale.id,
    state: 'completed',
    amount: { total: `-${dollars(cents ?? sale.cents)}`, currency },
  })
  return id
}

/** The buyer's bank charges a sale back. */
export function reverse(s: Subscription, sale: Transaction, emit: Emit, now: Date) {
  sale.status = 'REFUNDED'
  s.update_time = iso(now)
  emit('PAYMENT.SALE.REVERSED', 'sale', {
    id: digits(`reversal ${sale.id}`, 17),
    sale_id: sale.id,
    state: 'completed',
    amount: { total: `-${dollars(sale.cents)}`, currency },
  })
}

/** A dispute about a sale opens or ends. If we win it, or the buyer withdraws it, the money comes back. */
export function dispute(s: Subscription, sale: Transaction, stage: DisputeStage, emit: Emit, now: Date) {
  if (stage === 'won' || stage === 'withdrawn') sale.status = 'COMPLETED'
  s.update_time = iso(now)
  emit(`CUSTOMER.DISPUTE.${stage === 'created' ? 'CREATED' : 'RESOLVED'}`, 'dispute', {
    dispute_id: `PP-D-${digits(sale.id, 5)}`,
    disputed_transactions: [{ seller_transaction_id: sale.id }],
    ...(stage !== 'created' && { dispute_outcome: { outcome_code: disputeOutcomes[stage] } }),
  })
}
