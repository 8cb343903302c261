import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** Today's twenty. Never refetched by itself: a game that was begun stays, also past midnight. */
export const todayQuery = queryOptions({
  queryKey: ['blind'],
  queryFn: ({ signal }) => call(api.blind.find, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
})
