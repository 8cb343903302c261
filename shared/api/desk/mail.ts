import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { count, listOf, text, timestamp } from '../fields.ts'
import { deskList } from './fields.ts'

const mail = z.object({
  mail_id: z.string(),
  kind: z.string(),
  to_address: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'dead']),
  attempts: count,
  problem: z.string(),
  created_at: timestamp,
  next_attempt_at: z.nullable(timestamp),
})

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  who: 'can mails',
  summary: 'The outbox: what waits, what was sent, what could not be sent',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    state: z.optional(z.enum(['queued', 'sent', 'dead'], 'state may be queued, sent, dead.')),
  }),
  output: listOf(mail),
  csv: [
    'mail_id',
    'kind',
    'to_address',
    'subject',
    'state',
    'attempts',
    'problem',
    'created_at',
    'next_attempt_at',
  ],
  hasAddresses: true,
})

export const again = endpoint({
  method: 'POST',
  path: '/api/admin/mails/again',
  who: 'can mails',
  summary: 'Send a mail once more; 409 where its text was taken out after sending',
  input: z.object({ mail_id: z.uuid('Must be the id of a mail.') }),
  output: z.object({ mail_id: z.string(), state: z.literal('queued') }),
})

const template = z.object({ name: z.string(), subject: z.string(), html: z.string(), text: z.string() })
const named = z.object({ name: z.string(), subject: z.string() })

export const templates = endpoint({
  method: 'GET',
  path: '/api/admin/mails/templates',
  who: 'can mails',
  summary: 'Every kind of mail, or one of them with invented facts (name)',
  input: z.object({ ...deskList(['listed', 'name', 'subject']), name: z.optional(text(40)) }),
  output: z.union([template, listOf(named)]),
  csv: ['name', 'subject'],
})
