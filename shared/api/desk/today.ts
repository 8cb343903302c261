import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { count, listOf, requiredText, timestamp } from '../fields.ts'

const waiting = z.object({
  name: z.string(),
  detail: z.string(),
  /** The time from which it waits; null where that is not known. */
  at: z.nullable(timestamp),
  picture: z.nullable(z.object({ image: z.string(), ground: z.nullable(z.string()) })),
  /** Where it is decided. */
  href: z.string(),
})

const matter = z.object({
  /** Such as `attention` or `mails`. */
  kind: z.string(),
  count,
  /** What is to be decided, in a sentence. */
  text: z.string(),
  /** The room where it is decided. */
  href: z.string(),
  /** Up to three cases, those that have waited longest. */
  oldest: z.array(waiting),
})

export const today = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  who: 'can today',
  summary: 'What needs a decision of the caller, and for administrators how the installation is',
  input: z.object({}),
  output: z.object({
    matters: z.array(matter),
    /** Empty for all but administrators. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})

/** What is counted for each month; `income` is in cents. */
export const measures = ['members', 'uploads', 'income', 'reports'] as const
export type Measure = (typeof measures)[number]

export const months = endpoint({
  method: 'GET',
  path: '/api/admin/months',
  who: 'can today',
  summary:
    'New members, uploads, income and reports of the last twelve months, as far as the caller’s rooms hold them',
  input: z.object({}),
  output: z.object({
    /** `YYYY-MM` in UTC, the present one last. */
    months: z.array(z.string()),
    /** Each with a value for every month. */
    measures: z.array(z.object({ name: z.enum(measures), values: z.array(count) })),
  }),
})

const foundKinds = [
  'member',
  'report',
  'logo',
  'comment',
  'book',
  'post',
  'text',
  'gift card',
  'affiliate',
  'mail',
  'payment',
  'case',
  'act',
] as const
export type FoundKind = (typeof foundKinds)[number]

const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The room, or the page, that shows it. */
  href: z.string(),
})

export const search = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  who: 'can today',
  summary: 'The first matches of these words in each room that the caller may enter',
  input: z.object({ q: requiredText('Say what to look for.') }),
  output: listOf(found),
})
