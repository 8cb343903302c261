import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, flag, id, newPassword, timestamp } from './fields.ts'

export const session = z.object({
  isAuthenticated: z.boolean(),
  isActive: z.boolean(),
  memberType: z.enum(['Anonymous', 'Member', 'Juror', 'Admin']),
  designerId: count,
  username: z.string(),
  company: z.string(),
  avatar: z.string(),
  slug: z.string(),
  subscriptionActive: z.boolean(),
  subscriptionId: z.nullable(z.string()),
  nextBillingTime: z.nullable(timestamp),
  /** What staff may do at the desk: words of shared/rules/roles.ts. Empty for members and jurors. */
  can: z.array(z.string()),
})
export type Session = z.output<typeof session>

export const anonymous: Session = {
  isAuthenticated: false,
  isActive: false,
  memberType: 'Anonymous',
  designerId: 0,
  username: 'Anonymous',
  company: '',
  avatar: '',
  slug: '',
  subscriptionActive: false,
  subscriptionId: null,
  nextBillingTime: null,
  can: [],
}

/** A username or an email address. */
const username = z
  .string('Username is required')
  .check(
    z.trim(),
    z.minLength(1, 'Username is required'),
    z.maxLength(254, 'At most 254 characters, please.'),
  )

/** A password that is compared, never set. */
export const password = (required: string) =>
  z.string(required).check(z.minLength(1, required), z.maxLength(200, 'At most 200 characters, please.'))

export const check = endpoint({
  method: 'GET',
  path: '/api/auth/check',
  who: 'anyone',
  summary: 'Who is logged in',
  input: z.object({}),
  /**
   * `saving_waits` for members, while the primary database is away: calls that change something answer 503, and so does this one for a
   * session that the replica does not have yet.
   */
  output: z.extend(session, { saving_waits: z.optional(z.boolean()) }),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Log in with username or email address',
  input: z.object({
    username,
    password: password('Password is required'),
  }),
  /** With `factors` the browser is not signed in yet: the second step has to follow within 5 minutes (`POST /api/auth/factor`). */
  output: z.extend(session, { factors: z.optional(z.array(z.enum(['totp', 'passkey', 'recovery']))) }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Log out; a visitor is already logged out',
  input: z.object({}),
  output: session,
})

const openSession = z.object({
  /** The id of the session; it grants no access. */
  session_id: z.uuid(),
  /** 'Firefox on Windows' */
  device: z.string(),
  /** The network it was opened from, roughly: '203.0.113.x'. */
  network: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** Whether it is the session that asks. */
  is_current: flag,
})

const sessionList = z.array(openSession)

export const sessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  who: 'signed in',
  summary: 'Where one is logged in: this session first, then the last used',
  input: z.object({}),
  output: sessionList,
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  who: 'signed in',
  whileSuspended: true,
  summary: "Sign out elsewhere: one session by its id, or all 'others'; answers what is left",
  input: z.object({
    session_id: z.union([z.literal('others'), z.uuid('Name a session.')], 'Name a session.'),
  }),
  output: sessionList,
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/auth/close-account',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Close one’s account for good; only logos in books stay',
  needsConfirm: true,
  input: z.object({
    password: password('Password is required'),
  }),
  output: session,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Mail a link to set a new password; the answer is the same when nobody has that name',
  input: z.object({ username }),
  output: z.literal('Finished'),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Set a new password by a mailed link; ends every session',
  input: z.object({
    designer_id: id,
    token: z.string('Token is required').check(z.maxLength(200, 'At most 200 characters, please.')),
    new_password: newPassword(),
  }),
  output: z.literal('Updated'),
})

export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/auth/update-password',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Change the own password; ends every other session',
  input: z.object({
    old_password: password('Current password is required'),
    new_password: newPassword('New password is required'),
  }),
  output: z.literal('Updated'),
})
