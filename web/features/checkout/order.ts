import type { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'

/** What is bought, and by whom. */
export type Order = InputOf<typeof api.payments.createIntent>

/** The catalogue's sentence for a payment that got no answer. */
export const transactionFailed = 'An error occurred during the transaction. Please try again.'
