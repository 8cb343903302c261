import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countries } from '../rules/countries.ts'
import { membershipStates } from '../rules/membership.ts'
import { planNames } from '../rules/plan.ts'
import { cleanPhone, registrationLength as most, usernameProblem } from '../rules/registration.ts'
import {
  count,
  emailAddress,
  id,
  longText,
  newPassword,
  requiredText,
  rowId,
  text,
  timestamp,
  warnings,
} from './fields.ts'

const day = z.iso.date()

// Joining and paying ---------------------------------------------------------------------------------------------

/** A string checked by one of our rules, whose sentence becomes the field's error. */
const judged = (problem: (value: string) => string | undefined, missing: string) =>
  z.string(missing).check(ctx => {
    const message = problem(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

const codes = new Set(countries.map(country => country.code))

/** A new member's registration. The Join form is validated by this very schema. */
export const registrationUser = z.object({
  username: judged(usernameProblem, 'Username is required'),
  password: newPassword(),
  first_name: requiredText('First Name is required', most.name),
  last_name: requiredText('Last Name is required', most.name),
  company: requiredText('Company is required', most.company),
  email: emailAddress,
  phone: requiredText('Phone is required', 200).check(
    z.overwrite(cleanPhone),
    z.trim(),
    z.minLength(1, 'Phone is required'),
    z.maxLength(most.phone, `At most ${most.phone} characters, please.`),
  ),
  address1: requiredText('Address is required', most.address),
  address2: z._default(text(most.address), ''),
  city: requiredText('City is required', most.place),
  state: requiredText('State is required', most.place),
  zip: requiredText('ZIP is required', most.zip),
  country: requiredText('Country is required', 2).check(z.refine(c => codes.has(c), 'Country is required')),
  notes: z.optional(longText(most.notes)),
})
export type RegistrationUser = z.output<typeof registrationUser>

/**
 * The input that the three ways of paying share. `user` is needed for a new account (`isNew`) and ignored for a
 * signed-in member, whose account pays.
 */
const order = {
  user: z.optional(registrationUser),
  isMonthly: z._default(z.boolean('Must be true or false.'), false),
  isNew: z._default(z.boolean('Must be true or false.'), false),
  affiliate: z.optional(z.nullable(text())),
}
const orderInput = z.object(order)
export type Order = z.output<typeof orderInput>

export const validateRegistration = endpoint({
  method: 'POST',
  path: '/api/register/validate',
  pool: 'payments',
  who: 'anyone',
  summary: 'Whether somebody could join like this; changes nothing',
  input: z.object({ user: registrationUser, isNew: z._default(z.boolean(), true) }),
  output: z.object({ success: z.literal(true), warnings }),
})

export const paypalApproved = endpoint({
  method: 'POST',
  path: '/api/register/paypal_approved',
  pool: 'payments',
  who: 'anyone',
  summary:
    'The buyer approved: asks the provider and settles. 200 when the membership is there, 202 while the provider is still confirming; may be asked again',
  input: z.object({
    ...order,
    orderID: z.optional(z.nullable(text())),
    subscriptionID: requiredText("Say which: the provider's subscription.", 100),
    // Old clients send the whole registration again; the one stored with the intent is used.
    user: z.optional(z.unknown()),
  }),
  output: z.object({
    status: z.enum(['member', 'confirming']),
    member_expire: z.nullable(day),
  }),
})

export const giftCard = endpoint({
  method: 'POST',
  path: '/api/register/giftcard',
  pool: 'payments',
  who: 'anyone',
  summary: 'Pay by gift card: a new account, or more time for the signed-in member',
  input: z.object({
    ...order,
    // Read and checked for a new account only: clients send what they know of a signed-in member, too.
    user: z.optional(z.unknown()),
    gift_card_code: requiredText('Gift Card Number is required', 60),
  }),
  output: z.object({ success: z.literal(true), member_expire: day }),
})

export const paymentSettings = endpoint({
  method: 'GET',
  path: '/api/payments/settings',
  pool: 'payments',
  who: 'anyone',
  summary: "What the browser needs to show the provider's button",
  input: z.object({}),
  output: z.object({
    /** No real money: the built-in sandbox, or the provider's own. */
    isTest: z.boolean(),
    /** The version of the provider's script: `paypal.createInstance` (v6) or `paypal.Buttons` (v5). */
    driver: z.enum(['v6', 'v5']),
    scriptUrl: z.string(),
    clientId: z.string(),
    /** The provider's page where members manage their payments. */
    manageUrl: z.string(),
  }),
})

export const createIntent = endpoint({
  method: 'POST',
  path: '/api/payments/intents',
  pool: 'payments',
  who: 'anyone',
  summary: 'Stores what is bought and by whom, and creates the subscription at the provider, to be approved',
  input: orderInput,
  output: z.object({
    subscriptionID: z.string(),
    clientId: z.string(),
    /** The provider's approval page, where its script cannot be used. */
    approveUrl: z.string(),
  }),
})

// The membership -------------------------------------------------------------------------------------------------

const membership = z.object({
  /** The last day, UTC; null if there never was one. */
  member_expire: z.nullable(day),
  state: z.enum(membershipStates),
  plan: z.nullable(z.enum(planNames)),
  /** The source of the last paid time. */
  source: z.nullable(z.enum(['payment', 'gift_card', 'admin'])),
  subscriptionActive: z.boolean(),
  subscriptionId: z.nullable(z.string()),
  /** Its cancellation was requested, but the provider could not be reached yet. */
  cancel_requested: z.boolean(),
  /** The provider could not collect and has stopped trying. */
  is_suspended: z.boolean(),
  /** Only if it lies in the future. */
  nextBillingTime: z.nullable(timestamp),
})
export type Membership = z.output<typeof membership>

export const find = endpoint({
  method: 'GET',
  path: '/api/designers/membership',
  pool: 'payments',
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
    /** The membership ended because a payment was charged back. */
    is_revoked: z.boolean(),
  }),
})

export const cancel = endpoint({
  method: 'POST',
  path: '/api/subscriptions/cancel',
  pool: 'payments',
  who: 'signed in',
  whileSuspended: true,
  summary: "Ends the automatic payments of one's subscription; what is paid stays",
  input: z.object({ subscriptionId: requiredText('Say which subscription.', 100) }),
  output: z.object({
    subscriptionId: z.string(),
    /** `cancelling`: requested, and done as soon as the provider can be reached. */
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
  /** The refunded amount known to us, in cents. */
  refunded_cents: count,
}

const payment = z.object({
  ...money,
  /** Null where nothing was paid. */
  receipt_id: z.nullable(rowId),
  /** `reversed`: charged back in a dispute. */
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
  /** When it was charged back in a dispute. */
  reversed_at: z.nullable(timestamp),
  /** The buyer's name and address at that time. */
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
  /** The seller: name, address and other required facts, one per line. */
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
