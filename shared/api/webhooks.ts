import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { count, flag, id, rowId, text, timestamp } from './fields.ts'

// Webhooks: a designer's program is told what happens to the designer's logos, by the Standard Webhooks scheme.

export const events = ['logo.liked', 'logo.commented', 'designer.followed', 'results.published'] as const
export type WebhookEvent = (typeof events)[number]

const delivery = z.object({
  /** The header `webhook-id`, the same in every attempt. */
  message_id: z.string(),
  event: z.string(),
  created_at: timestamp,
  state: z.enum(['queued', 'delivered', 'failed']),
  attempts: count,
  last_attempt_at: z.nullable(timestamp),
  /** The status of the last answer; null where there was none. */
  status: z.nullable(z.int()),
  /** Why the last attempt failed; empty if it did not. */
  problem: z.string(),
})
export type Delivery = z.output<typeof delivery>

const webhook = z.object({
  webhook_id: rowId,
  url: z.string(),
  events: z.array(z.enum(events)),
  is_paused: flag,
  /** False after a restore: a backup holds no secret that is still valid. */
  has_secret: flag,
  created_at: timestamp,
  /** Failed attempts in a row. The tenth pauses the webhook. */
  failures: count,
  /** When the next message is tried, while some are queued after a failure. */
  retry_at: z.nullable(timestamp),
  /** The newest first, at most ten. */
  deliveries: z.array(delivery),
})
export type Webhook = z.output<typeof webhook>

const withSecret = z.extend(webhook, { secret: z.nullable(z.string()) })

const url = text(maxLength.url, 'Enter an address.')
const eventList = z
  .array(z.enum(events, 'There is no such event.'), 'Choose at least one event.')
  .check(z.minLength(1, 'Choose at least one event.'), z.maxLength(events.length))

export const list = endpoint({
  method: 'GET',
  path: '/api/designers/webhooks',
  who: 'signed in',
  summary: 'One’s own webhooks with their latest deliveries, the newest first',
  input: z.object({}),
  output: z.array(webhook),
})

export const create = endpoint({
  method: 'POST',
  path: '/api/designers/webhooks',
  who: 'active member',
  summary:
    'Add a webhook; the secret that signs its messages is in this answer and is never shown again. At most 5: 409',
  needsConfirm: true,
  input: z.object({ url, events: eventList }),
  output: withSecret,
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/designers/webhooks',
  who: 'active member',
  summary: 'Change a webhook, pause it or go on, or give it a new secret, which is then in the answer',
  needsConfirm: ['url', 'new_secret'],
  input: z.object({
    webhook_id: id,
    url: z.optional(url),
    events: z.optional(eventList),
    is_paused: z.optional(flag),
    new_secret: z.optional(z.literal(1, 'Must be 1.')),
  }),
  output: withSecret,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/designers/webhooks',
  who: 'signed in',
  whileSuspended: true,
  summary: 'Remove a webhook with its deliveries',
  input: z.object({ webhook_id: id }),
  output: z.object({ webhook_id: rowId }),
})

export const sendTest = endpoint({
  method: 'POST',
  path: '/api/designers/webhooks/test',
  who: 'active member',
  summary:
    'Send the message `webhook.test` now, also to a paused webhook; what became of it is the newest delivery',
  input: z.object({ webhook_id: id }),
  output: webhook,
})
