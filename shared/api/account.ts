import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countries } from '../rules/countries.ts'
import { maxLength, maxProfileLogos } from '../rules/limits.ts'
import { isPhoneNumber } from '../rules/phone.ts'
import { profile } from './designers.ts'
import { assertion } from './factors.ts'
import {
  comparedPassword,
  emailAddress,
  fileName,
  id,
  linkToken,
  requiredText,
  takenBack,
  text,
  warnings,
} from './fields.ts'
import { profileForm, profileLogosMessages } from './profile-form.ts'

// Contact info ---------------------------------------------------------------------------------------------------

const contact = z.object({
  email: z.string(),
  phone: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** The payment provider's country code; empty means 'Anywhere'. */
  country: z.string(),
  /** The new address, which replaces the present one when its link is opened. */
  pending_email: z.nullable(z.string()),
})
export type ContactInfo = z.output<typeof contact>

const codes = new Set(countries.map(country => country.code))

/** What the form asks for, by the form's names. */
export const contactForm = z.object({
  email: emailAddress,
  phone: requiredText('Phone is required', maxLength.phone).check(
    z.refine(isPhoneNumber, 'Phone number is not valid'),
  ),
  streetAddress: requiredText('Address is required'),
  suite: z._default(text(), ''),
  addressLocality: requiredText('City is required', maxLength.place),
  addressRegion: requiredText('State is required', maxLength.place),
  postalCode: requiredText('ZIP is required', maxLength.zip),
  country: requiredText('Country is required').check(
    z.refine(code => codes.has(code), 'Choose a country from the list.'),
  ),
  /** Needed where the email address changes, unless a passkey proves the same. */
  current_password: z._default(comparedPassword, ''),
})

/** A passkey's answer stands in place of the current password. */
const provedContactForm = z.extend(contactForm, { credential: z.optional(assertion) })

const optional = z.optional(z.string('Must be text.'))

/** Accepts either set of names; where both come and differ, the record's name wins. */
const eitherNames = z.pipe(
  z.object({
    email: optional,
    phone: optional,
    country: optional,
    streetAddress: optional,
    suite: optional,
    addressLocality: optional,
    addressRegion: optional,
    postalCode: optional,
    address1: optional,
    address2: optional,
    city: optional,
    state: optional,
    zip: optional,
    current_password: optional,
    credential: z.optional(assertion),
  }),
  z.transform(
    (input): z.input<typeof provedContactForm> => ({
      email: input.email ?? '',
      phone: input.phone ?? '',
      streetAddress: input.address1 ?? input.streetAddress ?? '',
      suite: input.address2 ?? input.suite ?? '',
      addressLocality: input.city ?? input.addressLocality ?? '',
      addressRegion: input.state ?? input.addressRegion ?? '',
      postalCode: input.zip ?? input.postalCode ?? '',
      country: input.country ?? '',
      current_password: input.current_password ?? '',
      credential: input.credential,
    }),
  ),
)

export const contactInfo = endpoint({
  method: 'GET',
  path: '/api/designers/contact-info',
  who: 'active member',
  summary: 'How one can be reached; for one’s own eyes',
  input: z.object({}),
  output: contact,
})

export const updateContactInfo = endpoint({
  method: 'PUT',
  path: '/api/designers/contact-info',
  who: 'active member or staff',
  whileSuspended: true,
  summary:
    "Change how one can be reached; by the form's names or the record's, which win. A new email address takes " +
    'current_password or the credential of a passkey, and counts once its mailed link has been opened',
  input: z.pipe(eitherNames, provedContactForm),
  output: contact,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Let a new email address count, by the link that was mailed to it',
  input: z.object({ token: linkToken }),
  output: z.object({ email: z.string() }),
})

export const restoreEmail = endpoint({
  method: 'POST',
  path: '/api/auth/restore-email',
  who: 'anyone',
  whileSuspended: true,
  summary:
    'Put the old email address back, by the link that was mailed to it; ends every session and answers what ' +
    'reset-password takes',
  input: z.object({ token: linkToken }),
  output: takenBack,
})

export const undoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/undo-factor',
  who: 'anyone',
  whileSuspended: true,
  summary:
    'Remove a factor that somebody else added, with all that were added after it, by the link that was mailed about it; ends ' +
    'every session and answers what reset-password takes',
  input: z.object({ token: linkToken }),
  output: takenBack,
})

// Profile --------------------------------------------------------------------------------------------------------

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/designers/profile',
  who: 'active member or staff',
  summary:
    'Change one’s profile; avatar_base64 brings a new picture, null takes it away, and left out it stays',
  input: z.extend(profileForm, {
    avatar_filename: z.optional(fileName),
    avatar_base64: z.optional(z.nullable(z.string('Must be text.'))),
  }),
  output: z.extend(profile, { warnings }),
  bodyLimit: 8_000_000,
  picture: { field: 'avatar_base64', kind: 'avatar' },
})

export const setProfileLogos = endpoint({
  method: 'PUT',
  path: '/api/designers/profile/logos',
  who: 'active member',
  summary: 'Choose the logos of one’s profile: the ids of own logos, in their order',
  input: z.array(id, 'Send a list of logo ids.').check(
    z.maxLength(maxProfileLogos, profileLogosMessages.tooMany),
    z.refine(ids => new Set(ids).size === ids.length, profileLogosMessages.twice),
  ),
  output: z.literal('Updated'),
})
