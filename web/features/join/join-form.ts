import * as z from 'zod/mini'
import { registrationUser } from '../../../shared/api/membership.ts'
import { termsMessage } from '../../../shared/rules/registration.ts'

/** The form's values: the registration, and the acceptance of the terms, which is not sent. */
export const joinForm = z.extend(z.omit(registrationUser, { notes: true }), {
  address2: z.string(),
  terms: z.boolean().check(z.refine(isAccepted => isAccepted, termsMessage)),
})
export type JoinFields = z.output<typeof joinForm>
