import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { emailAddress, requiredLongText, requiredText } from './fields.ts'

export const contactSubjects = ['General Contact', 'Account Help'] as const

export const sender = endpoint({
  method: 'GET',
  path: '/api/contact',
  who: 'anyone',
  summary: 'Who the form is filled in for: name and address of the signed-in designer, empty for a visitor',
  input: z.object({}),
  output: z.object({ name: z.string(), email: z.string() }),
})

export const send = endpoint({
  method: 'POST',
  path: '/api/contact',
  who: 'anyone',
  whileSuspended: true,
  summary: 'Write to the people behind the gallery',
  input: z.object({
    name: requiredText('Name is required', 100),
    email: emailAddress,
    subject: z.enum(contactSubjects, 'Subject is required'),
    message: requiredLongText('Message is required', maxLength.message),
  }),
  output: z.literal('Sent'),
})
