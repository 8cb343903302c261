import { queryOptions } from '@tanstack/react-query'
import type { activity } from '../../../shared/api/designers.ts'
import * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

export type ActivityItem = OutputOf<typeof activity>['activity'][number]

/** The five newest activities, for the account menu; refetched whenever it opens. */
export const shortActivityQuery = queryOptions({
  queryKey: ['activity', 'short'],
  queryFn: ({ signal }) => call(api.designers.activity, { short: 1 }, { signal }),
  staleTime: 0,
})

/** The number of activities the member has not seen yet. */
export const unseenQuery = queryOptions({
  queryKey: ['activity', 'unseen'],
  queryFn: ({ signal }) => call(api.designers.unseenActivity, {}, { signal }),
})
