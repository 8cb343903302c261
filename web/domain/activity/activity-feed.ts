import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { setCached } from '../../lib/api/set-cached.ts'
import { unseenQuery } from './activity.ts'

// Queries of the Activity page only.

/** A page of the activity feed, newest first. */
export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: ['activity', page],
    queryFn: ({ signal }) => call(api.designers.activity, { page }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The newest items in one answer, for the week's counts. */
export const recentQuery = queryOptions({
  queryKey: ['activity', 'recent'],
  queryFn: ({ signal }) => call(api.designers.activity, { per_page: pageSize.most }, { signal }),
  staleTime: 0,
})

/**
 * Marks the feed as seen while `isShown` and it has unseen items. Returns
 * the number of items that are new since the last visit.
 */
export function useSeen(isShown: boolean): number {
  const queryClient = useQueryClient()
  const [newCount, setNewCount] = useState(0)
  const { data } = useQuery(unseenQuery)
  const { mutate } = useMutation({
    mutationFn: () => call(api.designers.seeActivity, {}),
    onSuccess: answer => {
      setNewCount(count => count + unseen)
      setCached(queryClient, unseenQuery.queryKey, answer)
    },
  })
  const unseen = data?.unseen ?? 0
  useEffect(() => {
    if (isShown && unseen > 0 && !document.hidden) mutate()
  }, [isShown, unseen, mutate])
  return newCount
}
