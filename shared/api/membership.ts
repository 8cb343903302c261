import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { membershipStates } from '../rules/membership.ts'
import { planNames } from '../rules/plan.ts'
import { requiredText, timestamp } from './fields.ts'

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
