import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../api/call.ts'

/** One's own second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => call(api.factors.find, {}, { signal }),
  staleTime: 0,
  meta: { error: 'Error loading how you log in.' },
})
