import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countries } from '../rules/countries.ts'
import { cleanPhone, registrationLength as most, usernameProblem } from '../rules/registration.ts'
import { emailAddress, longText, newPassword, requiredText, text } from './fields.ts'

/** A string that a rule of ours judges: its sentence is the field's. */
const judged = (problem: (value: string) => string | undefined, missing: string) =>
  z.string(missing).check(ctx => {
    const message = problem(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

const codes = new Set(countries.map(country => country.code))

/** Who joins. The form of Join is validated by this very schema. */
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
 * What the three ways of paying are told. `user` is needed for a new account (`isNew`) and ignored for a signed-in
 * member, whose account pays.
 */
const order = {
  user: z.optional(registrationUser),
  isMonthly: z._default(z.boolean('Must be true or false.'), false),
  isNew: z._default(z.boolean('Must be true or false.'), false),
  affiliate: z.optional(z.nullable(text())),
}
export const orderInput = z.object(order)
export type Order = z.output<typeof orderInput>

export const validate = endpoint({
  method: 'POST',
  path: '/api/register/validate',
  who: 'anyone',
  summary: 'Whether somebody could join like this; changes nothing',
  input: z.object({ user: registrationUser, isNew: z._default(z.boolean(), true) }),
  output: z.object({ success: z.literal(true) }),
})

const day = z.iso.date()

export const paypalApproved = endpoint({
  method: 'POST',
  path: '/api/register/paypal_approved',
  who: 'anyone',
  summary:
    'The buyer approved: asks the provider and settles. 200 when the membership is there, 202 while the provider is still confirming; may be asked again',
  input: z.object({
    ...order,
    orderID: z.optional(z.nullable(text())),
    subscriptionID: requiredText("Say which: the provider's subscription.", 100),
    // Old clients send the whole registration again; what was stored with the intent is what counts.
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
  who: 'anyone',
  summary: 'Pay by gift card: a new account, or more time for the signed-in member',
  input: z.object({ ...order, gift_card_code: requiredText('Gift Card Number is required', 60) }),
  output: z.object({ success: z.literal(true), member_expire: day }),
})
