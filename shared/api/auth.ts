import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, timestamp } from './fields.ts'

const session = z.object({
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
}

export const check = endpoint({
  method: 'GET',
  path: '/api/auth/check',
  who: 'anyone',
  summary: 'Who is signed in',
  input: z.object({}),
  output: session,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  who: 'anyone',
  summary: 'Sign in with user name or e-mail address',
  input: z.object({
    username: z
      .string('Username is required')
      .check(
        z.trim(),
        z.minLength(1, 'Username is required'),
        z.maxLength(254, 'At most 254 characters, please.'),
      ),
    password: z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(200, 'At most 200 characters, please.')),
  }),
  output: session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'anyone',
  summary: 'Sign out; a visitor is already signed out',
  input: z.object({}),
  output: session,
})
