import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

export type PeopleList = 'followers' | 'following'

/** A page of a designer's followers, or of those the designer follows; for members only. */
export const peopleQuery = (designer_id: number, list: PeopleList, page: number) =>
  queryOptions({
    queryKey: ['people', designer_id, list, page],
    queryFn: ({ signal }) => call(api.designers[list], { designer_id, page }, { signal }),
    placeholderData: (previous, query) =>
      // The last page stays visible while another page of the same list loads.
      query?.queryKey[2] === list && query.queryKey[1] === designer_id
        ? keepPreviousData(previous)
        : undefined,
    meta: { error: `Error loading ${list}.` },
  })
