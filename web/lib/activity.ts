import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

/** How much of it was not looked at yet. */
export const unseenQuery = queryOptions({
  queryKey: ['activity', 'unseen'],
  queryFn: ({ signal }) => call(api.designers.unseenActivity, {}, { signal }),
})

/** A page of what others did, newest first. */
export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: ['activity', page],
    queryFn: ({ signal }) => call(api.designers.activity, { page }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Tells the server that the feed was looked at, whenever `isShown` and there is something in it that was not. */
export function useSeen(isShown: boolean) {
  const queryClient = useQueryClient()
  const { data } = useQuery(unseenQuery)
  const { mutate } = useMutation({
    mutationFn: () => call(api.designers.seeActivity, {}),
    onSuccess: unseen => queryClient.setQueryData(unseenQuery.queryKey, unseen),
  })
  const unseen = data?.unseen ?? 0
  useEffect(() => {
    if (isShown && unseen > 0 && !document.hidden) mutate()
  }, [isShown, unseen, mutate])
}
