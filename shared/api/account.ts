import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countries } from '../rules/countries.ts'
import { maxLength, maxProfileLogos } from '../rules/limits.ts'
import { isPhoneNumber } from '../rules/phone.ts'
import { isWebAddress, isWebsite } from '../rules/web-address.ts'
import { profile } from './designers.ts'
import { emailAddress, fileName, id, longText, requiredText, text } from './fields.ts'

// Contact info ---------------------------------------------------------------------------------------------------

const contact = z.object({
  email: z.string(),
  phone: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** The payment provider's code; empty is 'Anywhere'. */
  country: z.string(),
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
})

const optional = z.optional(z.string('Must be text.'))

/** Either set of names is taken; where both come and differ, the record's win. */
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
  }),
  z.transform(
    (given): z.input<typeof contactForm> => ({
      email: given.email ?? '',
      phone: given.phone ?? '',
      streetAddress: given.address1 ?? given.streetAddress ?? '',
      suite: given.address2 ?? given.suite ?? '',
      addressLocality: given.city ?? given.addressLocality ?? '',
      addressRegion: given.state ?? given.addressRegion ?? '',
      postalCode: given.zip ?? given.postalCode ?? '',
      country: given.country ?? '',
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
  who: 'active member',
  summary: "Change how one can be reached; by the form's names or the record's, which win",
  input: z.pipe(eitherNames, contactForm),
  output: contact,
})

// Profile --------------------------------------------------------------------------------------------------------

const social = z._default(
  text(maxLength.url).check(
    z.refine(url => url === '' || isWebAddress(url), 'Enter the full address, beginning with https://'),
  ),
  '',
)

/** What the profile's form asks for. */
export const profileForm = z.object({
  first_name: requiredText('First Name is required', maxLength.name),
  last_name: requiredText('Last Name is required', maxLength.name),
  company: requiredText('Company is required'),
  company_description: z._default(longText(maxLength.bio), ''),
  url: z._default(
    text(maxLength.url).check(
      z.refine(url => url === '' || isWebsite(url), 'Enter a web address, such as example.com'),
    ),
    '',
  ),
  facebook: social,
  twitter: social,
  instagram: social,
  dribbble: social,
  behance: social,
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/designers/profile',
  who: 'active member',
  summary:
    'Change one’s profile; avatar_base64 brings a new picture, null takes it away, and left out it stays',
  input: z.extend(profileForm, {
    avatar_filename: z.optional(fileName),
    avatar_base64: z.optional(z.nullable(z.string('Must be text.'))),
  }),
  output: profile,
  bodyLimit: 8_000_000,
})

export const profileLogosMessages = {
  tooMany: `Only ${maxProfileLogos} profile logos are allowed.`,
  twice: 'This logo is already in your profile logos.',
} as const

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
