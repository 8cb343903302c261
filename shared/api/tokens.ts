import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { id, requiredText, rowId, timestamp } from './fields.ts'

// API tokens, by which programs call as their designer.

const scopes = ['read', 'write'] as const

const token = z.object({
  token_id: rowId,
  name: z.string(),
  scope: z.enum(scopes),
  created_at: timestamp,
  /** To the minute; null if never. */
  last_used_at: z.nullable(timestamp),
})
export type Token = z.output<typeof token>

export const list = endpoint({
  method: 'GET',
  path: '/api/designers/tokens',
  who: 'signed in',
  summary: 'One’s own API tokens, the newest first, without the tokens themselves',
  input: z.object({}),
  output: z.array(token),
})

export const create = endpoint({
  method: 'POST',
  path: '/api/designers/tokens',
  who: 'active member',
  summary: 'Make an API token; it is in this answer and is never shown again. At most 20: 409',
  needsConfirm: true,
  input: z.object({
    name: requiredText('Give the token a name.', maxLength.name),
    scope: z.enum(scopes, 'Choose read or write.'),
  }),
  output: z.extend(token, { token: z.string() }),
})

export const revoke = endpoint({
  method: 'DELETE',
  path: '/api/designers/tokens',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Revoke one of one’s own API tokens: from now on it gets 401',
  input: z.object({ token_id: id }),
  output: z.object({ token_id: rowId }),
})
