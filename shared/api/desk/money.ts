import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { count, flag, id, listOf, requiredText, rowId, text, timestamp } from '../fields.ts'
import { deskList, optionalWhy, requiredWhy } from './fields.ts'

const day = z.string()

const grant = z.object({
  grant_id: rowId,
  designer_id: rowId,
  username: z.string(),
  source: z.enum(['payment', 'gift_card', 'admin']),
  starts_on: day,
  ends_on: day,
  created_at: timestamp,
  reversed_at: z.nullable(timestamp),
  given_by: z.nullable(z.string()),
  why: z.nullable(z.string()),
})

export const listGrants = endpoint({
  method: 'GET',
  path: '/api/admin/grants',
  who: 'can money',
  summary: 'Time that was paid for or given',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    source: z.optional(z.enum(['payment', 'gift_card', 'admin'], 'source may be payment, gift_card, admin.')),
  }),
  output: listOf(grant),
  csv: [
    'grant_id',
    'designer_id',
    'username',
    'source',
    'starts_on',
    'ends_on',
    'created_at',
    'reversed_at',
    'given_by',
    'why',
  ],
})

const longestGrant = 731

export const give = endpoint({
  method: 'POST',
  path: '/api/admin/grants',
  who: 'can grants',
  summary: 'Give a member time: support 31 days per member and year, administrators up to 731 days',
  input: z.object({
    designer_id: id,
    days: id.check(z.maximum(longestGrant, `At most ${longestGrant} days, please.`)),
    why: optionalWhy,
  }),
  output: z.object({ grant_id: rowId, designer_id: rowId, starts_on: day, ends_on: day }),
  needsConfirm: true,
})

export const revokeGrant = endpoint({
  method: 'DELETE',
  path: '/api/admin/grants',
  who: 'can grants',
  summary: 'Take back time that staff gave',
  input: z.object({ grant_id: id, why: requiredWhy }),
  output: z.object({ grant_id: rowId, member_expire: z.nullable(day) }),
  needsConfirm: true,
})

const payment = z.object({
  receipt_id: rowId,
  payment_id: z.string(),
  designer_id: rowId,
  username: z.string(),
  paid_at: timestamp,
  plan: z.string(),
  amount_cents: count,
  currency: z.string(),
  status: z.string(),
  subscription_id: z.string(),
})

export const paymentStatuses = [
  'pending',
  'declined',
  'completed',
  'partially_refunded',
  'refunded',
  'reversed',
] as const

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  who: 'can money',
  summary: 'Payments, the newest first',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    status: z.optional(z.enum(paymentStatuses, `status may be ${paymentStatuses.join(', ')}.`)),
  }),
  output: listOf(payment),
  csv: [
    'receipt_id',
    'payment_id',
    'designer_id',
    'username',
    'paid_at',
    'plan',
    'amount_cents',
    'currency',
    'status',
    'subscription_id',
  ],
  hasAddresses: true,
})

const attention = z.object({
  attention_id: rowId,
  at: timestamp,
  what: z.string(),
  designer_id: z.nullable(rowId),
  username: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
  detail: z.unknown(),
  is_done: flag,
  done_at: z.nullable(timestamp),
  done_by: z.nullable(z.string()),
  why: z.nullable(z.string()),
})
export type Attention = z.output<typeof attention>

export const listAttention = endpoint({
  method: 'GET',
  path: '/api/admin/attention',
  who: 'can attention',
  summary: 'Cases of the ledger that need a decision',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    state: z.optional(z.enum(['open', 'done'], 'state may be open or done.')),
  }),
  output: listOf(attention),
  csv: [
    'attention_id',
    'at',
    'what',
    'username',
    'subscription_id',
    'detail',
    'is_done',
    'done_at',
    'done_by',
    'why',
  ],
})

export const setAttention = endpoint({
  method: 'PUT',
  path: '/api/admin/attention',
  who: 'can attention',
  summary: 'Mark a case of the ledger as done, or open it again',
  input: z.object({ attention_id: id, done: flag, why: requiredWhy }),
  output: z.object({ attention_id: rowId, is_done: flag }),
  needsConfirm: true,
})

export const reconcileNow = endpoint({
  method: 'POST',
  path: '/api/admin/reconciliation',
  who: 'can money',
  summary: 'Ask the payment provider now about everything that may have changed',
  input: z.object({}),
  output: z.object({ settled: count, missed_events: count, unknown_subscriptions: count, failed: count }),
  pool: 'payments',
})

const giftCard = z.object({
  gift_card_id: rowId,
  last4: z.string(),
  term_months: z.literal([1, 12]),
  note: z.string(),
  /** 'held': a restore brought it back unredeemed, and it may have been redeemed since the backup. */
  state: z.enum(['unused', 'redeemed', 'void', 'held', 'expired']),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  redeemed_at: z.nullable(timestamp),
  redeemed_by: z.nullable(rowId),
  username: z.nullable(z.string()),
})

export const giftCardStates = ['unused', 'redeemed', 'void', 'held', 'expired'] as const

export const listGiftCards = endpoint({
  method: 'GET',
  path: '/api/admin/gift-cards',
  who: 'can gift-cards',
  summary: 'Gift cards without their codes',
  input: z.object({
    ...deskList(['newest', 'oldest']),
    state: z.optional(z.enum(giftCardStates, `state may be ${giftCardStates.join(', ')}.`)),
  }),
  output: listOf(giftCard),
  csv: [
    'gift_card_id',
    'last4',
    'term_months',
    'note',
    'state',
    'created_at',
    'expires_at',
    'redeemed_at',
    'username',
  ],
})

export const makeGiftCards = endpoint({
  method: 'POST',
  path: '/api/admin/gift-cards',
  who: 'can gift-cards',
  summary: 'Make gift cards; the answer is the only place that has their codes',
  input: z.object({
    count: id.check(z.maximum(500, 'At most 500 cards at once, please.')),
    term_months: z.literal([1, 12], 'Must be 1 or 12.'),
    note: z.optional(text()),
    expires_at: z.optional(
      z.pipe(
        z.iso.datetime({ offset: true, error: 'Must be a moment, such as 2027-03-31T22:00:00Z.' }),
        z.transform(at => new Date(at)),
      ),
    ),
  }),
  output: z.object({ codes: z.array(z.string()), count }),
  needsConfirm: true,
})

export const releaseGiftCard = endpoint({
  method: 'PUT',
  path: '/api/admin/gift-cards',
  who: 'can gift-cards',
  summary: 'Let a gift card be redeemed that a restore holds',
  input: z.object({ gift_card_id: id, why: requiredWhy }),
  output: z.object({ gift_card_id: rowId }),
  needsConfirm: true,
})

export const voidGiftCard = endpoint({
  method: 'DELETE',
  path: '/api/admin/gift-cards',
  who: 'can gift-cards',
  summary: 'Void a gift card that was not redeemed',
  input: z.object({ gift_card_id: id, why: requiredWhy }),
  output: z.object({ gift_card_id: rowId }),
  needsConfirm: true,
})

const affiliate = z.object({
  code: z.string(),
  username: z.string(),
  joined: count,
  paid: count,
  reversed: count,
})

export const listAffiliates = endpoint({
  method: 'GET',
  path: '/api/admin/affiliates',
  who: 'can affiliates',
  summary: 'Affiliate codes: how many joined with each, how many of them paid',
  input: z.object(deskList(['code', 'code-down', 'joined', 'joined-up'])),
  output: listOf(affiliate),
  csv: ['code', 'username', 'joined', 'paid', 'reversed'],
})

export const makeAffiliate = endpoint({
  method: 'POST',
  path: '/api/admin/affiliates',
  who: 'can affiliates',
  summary: 'Give a member an affiliate code',
  input: z.object({
    code: requiredText('A code is 2 to 40 letters, digits, underscores or hyphens.', 40),
    username: requiredText('Say whose code it is.', 30),
  }),
  output: z.object({ code: z.string() }),
})
