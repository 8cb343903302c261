import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { orderInput } from './registration.ts'

export const settings = endpoint({
  method: 'GET',
  path: '/api/payments/settings',
  who: 'anyone',
  summary: "What the browser needs to show the provider's button",
  input: z.object({}),
  output: z.object({
    /** Nothing is really paid: the built-in sandbox, or the provider's own. */
    isTest: z.boolean(),
    /** Which of the provider's scripts: `paypal.createInstance` (v6) or `paypal.Buttons` (v5). */
    driver: z.enum(['v6', 'v5']),
    scriptUrl: z.string(),
    clientId: z.string(),
    /** Where members look after their payments at the provider. */
    manageUrl: z.string(),
  }),
})

export const createIntent = endpoint({
  method: 'POST',
  path: '/api/payments/intents',
  who: 'anyone',
  summary: 'Stores what is bought and by whom, and creates the subscription at the provider, to be approved',
  input: orderInput,
  output: z.object({
    subscriptionID: z.string(),
    clientId: z.string(),
    /** The provider's page of approval, for where its script cannot be used. */
    approveUrl: z.string(),
  }),
})
