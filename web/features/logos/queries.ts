import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import type { Logo, LogoList } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { keepLikes, likeScope, patchLogo } from '../../domain/logos/logo-cache.ts'
import { call } from '../../lib/api/call.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { navigateTo } from '../../lib/navigation/navigate.ts'
import { loginPath, sessionQuery } from '../../lib/session/session.ts'

/** The newest logos, from a page on. */
export const freshQuery = (startPage: number) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'fresh', startPage],
    queryFn: ({ client, pageParam, signal }) =>
      keepLikes(client, call(api.logos.fresh, { page: pageParam }, { signal })),
    initialPageParam: startPage,
    getNextPageParam: nextPage(pageSize.explore),
    select: flatten,
    // A reader who comes back finds the wall as they left it.
    staleTime: 5 * 60_000,
    meta: { error: 'Error loading fresh logos.' },
  })

type LikeState = Pick<Logo, 'is_liked' | 'like_ct'>
/** Optimistic likes: the state the viewer asked for last, and the state the server confirmed last. */
const pendingLikes = new Map<number, { desired: 0 | 1; confirmed: LikeState }>()

/**
 * Likes a logo or removes the like, as an optimistic update; a visitor is sent to sign in. Clicks on one logo are sent one
 * after the other, and one that a later click has overtaken is not sent. After the last answer every cache holds the
 * state the server confirmed: after a failure, the state before.
 */
export function useLike(): (logo: Logo) => void {
  const queryClient = useQueryClient()

  return ({ logo_id, is_liked, like_ct }) => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)?.isAuthenticated) {
      navigateTo(loginPath(location.pathname + location.search))
      return
    }
    const before = pendingLikes.get(logo_id)
    const confirmed = before?.confirmed ?? { is_liked, like_ct }
    const desired = (before?.desired ?? is_liked) === 1 ? 0 : 1
    pendingLikes.set(logo_id, { desired, confirmed })
    patchLogo(queryClient, logo_id, {
      is_liked: desired,
      like_ct: confirmed.like_ct + desired - confirmed.is_liked,
    })
    // No `useMutation`: its observer would be subscribed on every tile of the wall.
    queryClient
      .getMutationCache()
      .build(queryClient, likeMutation(queryClient, logo_id, desired))
      .execute(desired)
      .catch(() => {})
  }
}

const likeMutation = (queryClient: QueryClient, logo_id: number, desired: 0 | 1) =>
  mutationOptions({
    scope: { id: likeScope(logo_id) },
    mutationFn: async (state: 0 | 1): Promise<LikeState | undefined> => {
      const { desired, confirmed } = pendingLikes.get(logo_id)!
      if (desired !== state || confirmed.is_liked === state) return confirmed
      return call(api.logos.like, { logo_id, state })
    },
    // Any 2xx answer is a success, also one without the new state.
    onSuccess: (answer, state) => {
      const pending = pendingLikes.get(logo_id)!
      const { is_liked, like_ct } = recordOf(answer, 'is_liked', 'like_ct') ?? {
        is_liked: state,
        like_ct: pending.confirmed.like_ct + state - pending.confirmed.is_liked,
      }
      pending.confirmed = { is_liked, like_ct }
    },
    onSettled: (_data, _error, state) => {
      const pending = pendingLikes.get(logo_id)
      if (pending?.desired !== state) return
      pendingLikes.delete(logo_id)
      patchLogo(queryClient, logo_id, pending.confirmed)
    },
    networkMode: 'always',
    meta: { error: desired ? 'Error liking logo.' : 'Error unliking logo.' },
  })

type Pages = { pages: LogoList[]; pageParams: number[] }

/** Pages as one list. An upload between two reads moves logos to the next page: each is shown once. */
export function flatten({ pages, pageParams }: Pages) {
  const seen = new Set<number>()
  const logos = pages.flatMap(page => page.data).filter(({ logo_id }) => seen.size < seen.add(logo_id).size)
  return { logos, count: pages.at(-1)?.count ?? 0, lastPage: pageParams.at(-1) ?? 0 }
}

/** The page after the last one; undefined at the end. */
export function nextPage(size: number) {
  return (last: LogoList, _pages: LogoList[], lastPage: number) =>
    last.data.length === size && lastPage * size < last.count ? lastPage + 1 : undefined
}
