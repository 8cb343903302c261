import * as z from 'zod/mini'
import { maxLength, maxProfileLogos } from '../rules/limits.ts'
import { isWebAddress, isWebsite } from '../rules/web-address.ts'
import { longText, requiredText, text } from './fields.ts'

// Apart from account.ts, so that the profile's form loads without the check of phone numbers.

const social = z._default(
  text(maxLength.url).check(
    z.refine(url => url === '' || isWebAddress(url), 'Enter the full address, beginning with https://'),
  ),
  '',
)

/** Whether the designer's logos may be used for training models; '0' reserves the rights. */
export const training = z.enum(['0', '1'], "Must be '1' (may be used for training) or '0' (reserved).")

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
  /** Left out it stays. */
  training: z.optional(training),
})

export const profileLogosMessages = {
  tooMany: `Only ${maxProfileLogos} profile logos are allowed.`,
  twice: 'This logo is already in your profile logos.',
} as const
