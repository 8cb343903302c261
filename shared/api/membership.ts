import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { membershipStates } from '../rules/membership.ts'
import { planNames } from '../rules/plan.ts'
import { count, id, requiredText, rowId, timestamp } from './fields.ts'

const day = z.iso.date()

const membership = z.object({
  /** The last day, UTC; null when there never was one. */
  member_expire: z.nullable(day),
  state: z.enum(membershipStates),
  plan: z.nullable(z.enum(planNames)),
  /** What the last paid time came from. */
  source: z.nullable(z.enum(['payment', 'gift_card', 'admin'])),
  subscriptionActive: z.boolean(),
  subscriptionId: z.nullable(z.string()),
  /** Its end was asked for, and the provider has not been reached yet. */
  cancel_requested: z.boolean(),
  /** The provider could not collect and has stopped trying. */
  is_suspended: z.boolean(),
  /** Only when it lies ahead. */
  nextBillingTime: z.nullable(timestamp),
})
export type Membership = z.output<typeof membership>

export const find = endpoint({
  method: 'GET',
  path: '/api/designers/membership',
  who: 'signed in',
  summary: "One's membership; where it does not agree with the provider, the provider is asked first",
  input: z.object({}),
  output: membership,
})

export const checkoutInfo = endpoint({
  method: 'GET',
  path: '/api/designers/checkout-info',
  who: 'signed in',
  summary: 'What the summary of Checkout shows',
  input: z.object({}),
  output: z.object({
    first_name: z.string(),
    last_name: z.string(),
    company: z.string(),
    email: z.string(),
    phone: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
    member_expire: z.nullable(day),
    /** The membership ended because a payment was taken back. */
    is_revoked: z.boolean(),
  }),
})

export const cancel = endpoint({
  method: 'POST',
  path: '/api/subscriptions/cancel',
  who: 'signed in',
  summary: "Ends the automatic payments of one's subscription; what is paid stays",
  input: z.object({ subscriptionId: requiredText('Say which subscription.', 100) }),
  output: z.object({
    subscriptionId: z.string(),
    /** `cancelling`: asked for, and done as soon as the provider can be reached. */
    status: z.enum(['cancelled', 'cancelling']),
    member_expire: z.nullable(day),
  }),
})

const paidStatuses = ['completed', 'partially_refunded', 'refunded', 'reversed'] as const
const money = {
  paid_at: timestamp,
  plan: z.enum(planNames),
  amount_cents: count,
  currency: z.string(),
  /** What is known to have been given back, in cents. */
  refunded_cents: count,
}

const payment = z.object({
  ...money,
  /** Null where nothing was paid. */
  receipt_id: z.nullable(rowId),
  /** `reversed`: taken back in a dispute. */
  status: z.enum(['pending', 'declined', ...paidStatuses]),
})
export type Payment = z.output<typeof payment>

export const payments = endpoint({
  method: 'GET',
  path: '/api/designers/payments',
  who: 'signed in',
  summary: "All payments for one's membership, newest first",
  input: z.object({}),
  output: z.object({ data: z.array(payment), count }),
})

const receiptBody = z.object({
  ...money,
  receipt_id: rowId,
  /** The provider's id of the transaction. */
  payment_id: z.string(),
  status: z.enum(paidStatuses),
  /** The time it bought; null where it bought none. */
  period: z.nullable(z.object({ starts_on: day, ends_on: day })),
  refunds: z.array(z.object({ refund_id: z.string(), amount_cents: count, refunded_at: timestamp })),
  /** When it was taken back in a dispute. */
  reversed_at: z.nullable(timestamp),
  /** Name and address as they were then. */
  payer: z.object({
    first_name: z.string(),
    last_name: z.string(),
    company: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  /** Who sells: name, address and whatever else belongs there, a line each. */
  seller: z.array(z.string()),
  /** The address of support. */
  contact: z.string(),
})
export type Receipt = z.output<typeof receiptBody>

export const receipt = endpoint({
  method: 'GET',
  path: '/api/designers/receipt',
  who: 'signed in',
  summary: 'The receipt of one of one’s own payments',
  input: z.object({ receipt_id: id }),
  output: receiptBody,
})
