import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { requireRecord } from '../../lib/api/record-of.ts'
import { sessionQuery } from '../../lib/session/session.ts'

export const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: ({ signal }) => call(api.membership.find, {}, { signal }),
  // Fetched each time: the server asks the provider when its own state may be stale.
  staleTime: 0,
})

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => call(api.membership.payments, {}, { signal }),
  staleTime: 0,
})

/** The member's receipt with the number in the address. */
export const receiptQuery = (receiptId: string) =>
  queryOptions({
    queryKey: ['receipt', receiptId],
    queryFn: ({ signal }) => call(api.membership.receipt, { receipt_id: receiptId }, { signal }),
    staleTime: 0,
  })

/** Ends the automatic payments; settled when the session is updated. Other cached data about them are invalidated. */
export function useCancelSubscription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (subscriptionId: string) => {
      const cancelled = requireRecord(await call(api.membership.cancel, { subscriptionId }), 'status')
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {})
      return cancelled
    },
  })
}
