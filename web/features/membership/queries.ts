import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

export const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: ({ signal }) => call(api.membership.find, {}, { signal }),
  // The server asks the provider when the two do not agree.
  staleTime: 0,
})

/** Ends the automatic payments; done when the session knows of it, too. What else was read of them is read anew. */
export function useCancelSubscription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (subscriptionId: string) => {
      const cancelled = await call(api.membership.cancel, { subscriptionId })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {})
      return cancelled
    },
  })
}
