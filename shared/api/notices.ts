import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { frequencies } from '../rules/notices.ts'
import { linkToken } from './fields.ts'

const frequency = z.enum(frequencies, 'at_once, daily, weekly or never, please.')

/** How often a member gets letters about what is new, by kind; those about the account always come. */
const preferences = z.object({
  comments: frequency,
  follows: frequency,
  /** Likes and saves. */
  likes: frequency,
  /** Of the designers one follows. */
  new_work: frequency,
  saved_searches: frequency,
  news: frequency,
  /** Of books with others' logos; one's own results always come. */
  results: frequency,
})
export type Preferences = z.output<typeof preferences>

export const find = endpoint({
  method: 'GET',
  path: '/api/designers/notices',
  who: 'signed in',
  summary: 'How often one gets letters about what is new, by kind',
  input: z.object({}),
  output: preferences,
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/designers/notices',
  who: 'signed in',
  summary: 'Change how often one gets letters; kinds that are left out stay. `at_once` gathers two minutes',
  input: z.partial(preferences),
  output: preferences,
  whileSuspended: true,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/designers/notices/unsubscribe',
  who: 'anyone',
  summary: 'End all letters about what is new, by the token of their link',
  input: z.object({ token: linkToken }),
  output: z.object({ is_unsubscribed: z.literal(1) }),
  whileSuspended: true,
})
