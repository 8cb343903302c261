import { randomBytes } from 'node:crypto'
import { dayMs } from '../../shared/rules/time.ts'
import { HttpError } from './errors.ts'

/** The token of a mailed link: 32 random bytes. The database holds only its hash. */
export const newLinkToken = () => randomBytes(32).toString('base64url')

/** Lifetime of a password reset link. */
export const resetMs = 60 * 60_000

/** How far back a stranger's factor is looked for where the owner takes the account back. */
export const youngFactorMs = 7 * dayMs

/** Limits guesses of tokens per address. */
export const wrongLinksPerAddress = { name: 'reset:address', most: 30, seconds: 900 }

export const linkExpired = () =>
  new HttpError(400, 'This link has expired or was already used. Please ask for a new one.', {
    code: 'link_expired',
  })
export const linkUsed = () => new HttpError(400, 'This link has already been used.', { code: 'link_used' })
