import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const report = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Tell of an error in the browser',
  withoutCsrf: true,
  input: z.object({
    message: z.string('What went wrong?').check(z.minLength(1, 'What went wrong?'), z.maxLength(2000)),
    stack: z.optional(z.string().check(z.maxLength(20_000))),
    url: z.string('Where?').check(z.maxLength(2000)),
  }),
  output: z.object({}),
})
