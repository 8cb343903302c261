import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { flatten, nextPage } from './queries.ts'

/** The logos that the viewer likes. An unliked logo leaves the list at once, and returns if the call fails. */
export const likesQuery = infiniteQueryOptions({
  queryKey: ['logos', 'likes'],
  queryFn: ({ pageParam, signal }) => call(api.designers.likes, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage(pageSize.likes),
  select: pages => {
    const { logos, count } = flatten(pages)
    const liked = logos.filter(logo => logo.is_liked === 1)
    return { logos: liked, count: count - (logos.length - liked.length), gone: logos.length - liked.length }
  },
  // Always stale: likes change on every other page.
  staleTime: 0,
  meta: { error: 'Error getting liked logos.' },
})
