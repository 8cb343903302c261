import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** The trends of a quarter; of the last one with logos, unless one is named. */
export const trendsQuery = (quarter: string | undefined) =>
  queryOptions({
    queryKey: ['trends', quarter],
    queryFn: ({ signal }) => call(api.trends.find, { quarter }, { signal }),
    staleTime: 60_000,
  })
