/** What `phone` may hold: the rest is taken out as it is typed. */
export const cleanPhone = (typed: string) => typed.replace(/[^\d\s()+-]/g, '')

/** What a field of a registration may hold at most. */
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

/** What is wrong with a new user name; undefined when nothing is. */
export function usernameProblem(username: string): string | undefined {
  if (!username) return 'Username is required'
  if (!usernameForm.test(username))
    return 'Username must be 3 to 30 letters, digits, dots, underscores or hyphens.'
}

/** A code that brought somebody here (`/join?aff=…`), or undefined when it is none. */
export const affiliateOf = (given: string | null | undefined) =>
  given && /^[A-Za-z0-9_-]{2,40}$/.test(given) ? given : undefined

export const termsMessage = 'Terms and Conditions is Required'
export const usernameTaken = 'Username is already taken'
export const accountIsClosed = 'This account is closed.'
export const emailTaken = 'Email is already in use'
