import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { password, session } from './auth.ts'

export const confirm = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'signed in',
  summary: 'Prove again that it is you, for acts of weight in the next 15 minutes',
  input: z.object({ password: password('Password is required') }),
  output: session,
})
