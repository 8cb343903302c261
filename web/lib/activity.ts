import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { activity } from '../../shared/api/designers.ts'
import { api } from '../../shared/api.ts'
import type { OutputOf } from '../../shared/endpoint.ts'
import { call } from './call.ts'

export type ActivityItem = OutputOf<typeof activity>['activity'][number]

/** The newest five things others did, for the account menu; read anew whenever it opens. */
export const shortActivityQuery = queryOptions({
  queryKey: ['activity', 'short'],
  queryFn: ({ signal }) => call(api.designers.activity, { short: 1 }, { signal }),
  staleTime: 0,
})

/** A page of what others did, newest first. */
export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: ['activity', page],
    queryFn: ({ signal }) => call(api.designers.activity, { page }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
