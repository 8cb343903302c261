import * as z from 'zod'
import { currency, type Plan, plans } from '../../shared/rules/plan.ts'

// What the provider's REST API answers. Only the little we use is parsed; the rest is ignored.

/** One of the codes we know; any other keeps its text behind a mark, so that no rule accepts it and a record shows it. */
type Code<Known extends string> = Known | `unknown: ${string}`

export const codeAmong = <const Known extends string>(known: readonly Known[]) =>
  z.string().transform((text): Code<Known> => known.find(each => each === text) ?? `unknown: ${text}`)

const subscriptionStatus = codeAmong([
  'APPROVAL_PENDING',
  'APPROVED',
  'ACTIVE',
  'SUSPENDED',
  'CANCELLED',
  'EXPIRED',
])
const transactionStatus = codeAmong(['PENDING', 'DECLINED', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const planStatus = codeAmong(['CREATED', 'ACTIVE', 'INACTIVE'])

export type SubscriptionStatus = z.output<typeof subscriptionStatus>
export type TransactionStatus = z.output<typeof transactionStatus>

const money = z.object({ currency_code: z.string(), value: z.string() })

const subscriptionBody = z.object({
  id: z.string(),
  status: subscriptionStatus,
  plan_id: z.string(),
  custom_id: z.string().default(''),
  quantity: z.string().default('1'),
  plan_overridden: z.boolean().default(false),
  start_time: z.string().optional(),
  create_time: z.string(),
  update_time: z.string().optional(),
  status_update_time: z.string().optional(),
  subscriber: z.object({ payer_id: z.string().default('') }).optional(),
  billing_info: z
    .object({
      next_billing_time: z.string().optional(),
      failed_payments_count: z.number().default(0),
      cycle_executions: z.array(z.object({ tenure_type: z.string() })).default([]),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

const transactionsBody = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: transactionStatus,
        amount_with_breakdown: z.object({ gross_amount: money }),
        time: z.string(),
      }),
    )
    .default([]),
})

const planBody = z.object({
  id: z.string(),
  status: planStatus,
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z.number().default(1),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
    }),
  ),
  taxes: z.object({ percentage: z.string(), inclusive: z.boolean().default(true) }).optional(),
  payment_preferences: z
    .object({ auto_bill_outstanding: z.boolean().default(true), setup_fee: money.optional() })
    .optional(),
})

const monthsOfUnit = new Map([
  ['MONTH', 1],
  ['YEAR', 12],
])

/** NaN for a unit that we do not sell: it equals no length. */
const monthsOf = (frequency: { interval_unit: string; interval_count: number }) =>
  (monthsOfUnit.get(frequency.interval_unit) ?? Number.NaN) * frequency.interval_count

/** What the provider says of a plan, compared with what we sell by that name. */
export function judgePlan(plan: Plan, body: unknown) {
  const { id, status, billing_cycles, taxes, payment_preferences } = planBody.parse(body)
  const [cycle] = billing_cycles
  const price = cycle?.pricing_scheme?.fixed_price
  return {
    id,
    isActive: status === 'ACTIVE',
    /** One regular cycle at our price and of our length: what nothing changes afterwards. */
    isBilledAsOurs:
      billing_cycles.length === 1 &&
      cycle?.tenure_type === 'REGULAR' &&
      cycle.total_cycles === 0 &&
      (taxes === undefined || taxes.inclusive || Number(taxes.percentage) === 0) &&
      price?.currency_code === currency &&
      centsOf(price.value) === plans[plan].cents &&
      monthsOf(cycle.frequency) === plans[plan].months,
    /** Unpaid amounts are added to the next payment, so it would be unclear what a payment of $200 buys. */
    addsUnpaid: payment_preferences?.auto_bill_outstanding !== false,
    hasSetupFee: centsOf(payment_preferences?.setup_fee?.value ?? '0') !== 0,
  }
}

export const eventBody = z.looseObject({ id: z.string(), event_type: z.string() })

export const eventsBody = z.object({
  events: z.array(eventBody).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

export const changedSubscriptionsBody = z.object({
  subscriptions: z.array(z.object({ id: z.string(), custom_id: z.string().default('') })).default([]),
})

export type ProviderSubscription = {
  id: string
  status: SubscriptionStatus
  planId: string
  customId: string
  /** Bought on our plan's terms: one of it, at its price, without a trial. */
  matchesOurTerms: boolean
  startsAt: Date | undefined
  createdAt: Date
  updatedAt: Date
  nextBillingAt: Date | undefined
  failedPayments: number
  payerId: string
  approveUrl: string
}

export type ProviderTransaction = {
  id: string
  status: TransactionStatus
  cents: number
  currency: string
  time: Date
}

export type ProviderEvent = z.output<typeof eventBody>

export function subscriptionOf(body: unknown): ProviderSubscription {
  const s = subscriptionBody.parse(body)
  const date = (text: string | undefined) => (text ? new Date(text) : undefined)
  const createdAt = new Date(s.create_time)
  return {
    id: s.id,
    status: s.status,
    planId: s.plan_id,
    customId: s.custom_id,
    matchesOurTerms:
      !s.plan_overridden &&
      s.quantity === '1' &&
      (s.billing_info?.cycle_executions ?? []).every(c => c.tenure_type === 'REGULAR'),
    startsAt: date(s.start_time),
    createdAt,
    updatedAt: new Date(
      Math.max(+createdAt, +(date(s.status_update_time) ?? 0), +(date(s.update_time) ?? 0)),
    ),
    nextBillingAt: date(s.billing_info?.next_billing_time),
    failedPayments: s.billing_info?.failed_payments_count ?? 0,
    payerId: s.subscriber?.payer_id ?? '',
    approveUrl: s.links.find(link => link.rel === 'approve')?.href ?? '',
  }
}

export const transactionsOf = (body: unknown): ProviderTransaction[] =>
  transactionsBody.parse(body).transactions.map(t => ({
    id: t.id,
    status: t.status,
    cents: centsOf(t.amount_with_breakdown.gross_amount.value),
    currency: t.amount_with_breakdown.gross_amount.currency_code,
    time: new Date(t.time),
  }))

/** '100.0' and '-100.00' are 10000; more than two decimals are no dollars. */
export function centsOf(value: string): number {
  const match = /^-?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value)
  if (!match) throw new RangeError(`${value} is no amount`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
