/** The characters that `phone` may hold; the form removes the rest while typing. */
export const cleanPhone = (typed: string) => typed.replace(/[^\d\s()+-]/g, '')

/** Maximum lengths of a registration's fields. */
export const registrationLength = {
  username: 30,
  name: 100,
  company: 200,
  phone: 20,
  address: 200,
  place: 100,
  zip: 20,
  notes: 100,
} as const

const usernameForm = /^[A-Za-z0-9._-]{3,30}$/

/** Reserved names: they would speak for the house, for a mail server or for a program. Compared without separators. */
const reservedNames = new Set(
  (
    'admin administrator administration moderator moderation mod support helpdesk help staff team owner operator ' +
    'official chair juror jury judge editor colophon colophonbook gallery site webmaster hostmaster postmaster ' +
    'mailerdaemon mail email abuse security noreply donotreply info contact billing payments paypal sales press legal ' +
    'privacy root system sysadmin superuser daemon nobody anonymous guest everyone api www ftp smtp imap dns localhost ' +
    'me you null undefined nan true false constructor prototype proto tostring valueof hasownproperty'
  ).split(' '),
)

/** What is wrong with a new username; undefined if it is valid. */
export function usernameProblem(username: string): string | undefined {
  if (!username) return 'Username is required'
  if (!usernameForm.test(username))
    return 'Username must be 3 to 30 letters, digits, dots, underscores or hyphens.'
  const letters = username.toLowerCase().replace(/[._-]/g, '')
  if (!letters) return 'Username must contain a letter or a digit.'
  if (reservedNames.has(letters)) return usernameReserved
}

/** The affiliate code of a link (`/join?aff=…`), or undefined if it is not one. */
export const affiliateOf = (code: string | null | undefined) =>
  code && /^[A-Za-z0-9_-]{2,40}$/.test(code) ? code : undefined

export const termsMessage = 'Terms and Conditions is Required'
const usernameReserved = 'This username is reserved. Please choose another.'
export const usernameTaken = 'Username is already taken'
export const accountIsClosed = 'This account is closed.'
export const emailTaken = 'Email is already in use'
