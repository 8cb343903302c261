import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** The payment provider as this site uses it: its script, where members look after their payments, whether it is a test. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: ({ signal }) => call(api.membership.paymentSettings, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
