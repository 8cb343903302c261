import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** How far the site is set up. */
export const siteStateQuery = queryOptions({
  queryKey: ['site', 'state'],
  queryFn: ({ signal }) => call(api.site.state, {}, { signal }),
})
