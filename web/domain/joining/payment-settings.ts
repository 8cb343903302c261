import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** The payment provider's settings: its script, the page for managing payments, whether it is the sandbox. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: ({ signal }) => call(api.membership.paymentSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
