import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import type { Logo, LogoList } from '../../../shared/api/logos.ts'
import { api } from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/call.ts'
import { go } from '../../lib/go.ts'
import { patchLogo } from '../../lib/logo-cache.ts'
import { loginPath, sessionQuery } from '../../lib/session.ts'

/** Fresh, from a page on. */
export const freshQuery = (startPage: number) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'fresh', startPage],
    queryFn: ({ pageParam, signal }) => call(api.logos.fresh, { page: pageParam }, { signal }),
    initialPageParam: startPage,
    getNextPageParam: nextPage(pageSize.explore),
    select: flatten,
    // A reader coming back finds the wall as it was left.
    staleTime: 5 * 60_000,
    meta: { error: 'Error loading fresh logos.' },
  })

type LikeState = Pick<Logo, 'is_liked' | 'like_ct'>
/** Likes on their way: what the viewer wants last, and what the server last agreed to. */
const intentions = new Map<number, { wanted: 0 | 1; agreed: LikeState }>()

/** Whether a like of this logo is on its way. */
export const isLiking = (logoId: number) => intentions.has(logoId)

/**
 * Likes a logo or takes the like back; a visitor is sent to sign in. The change shows at once. Clicks on one logo
 * are sent one after the other, those that a later click has overtaken not at all, and when the last has been
 * answered every cache holds what the server agreed to: after a failure, the state before.
 */
export function useLike(): (logo: Logo) => void {
  const queryClient = useQueryClient()

  return ({ logo_id, is_liked, like_ct }) => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)?.isAuthenticated) {
      go(loginPath(location.pathname + location.search))
      return
    }
    const before = intentions.get(logo_id)
    const agreed = before?.agreed ?? { is_liked, like_ct }
    const wanted = (before?.wanted ?? is_liked) === 1 ? 0 : 1
    intentions.set(logo_id, { wanted, agreed })
    patchLogo(queryClient, logo_id, {
      is_liked: wanted,
      like_ct: agreed.like_ct + wanted - agreed.is_liked,
    })
    // Without a hook's observer: there is a heart on every tile of the wall.
    queryClient
      .getMutationCache()
      .build(queryClient, likeMutation(queryClient, logo_id, wanted))
      .execute(wanted)
      .catch(() => {})
  }
}

const likeMutation = (queryClient: QueryClient, logo_id: number, wanted: 0 | 1) =>
  mutationOptions({
    scope: { id: `like ${logo_id}` },
    mutationFn: async (state: 0 | 1): Promise<LikeState> => {
      const { wanted, agreed } = intentions.get(logo_id)!
      if (wanted !== state || agreed.is_liked === state) return agreed
      return call(api.logos.like, { logo_id, state })
    },
    onSuccess: ({ is_liked, like_ct }) => {
      intentions.get(logo_id)!.agreed = { is_liked, like_ct }
    },
    onSettled: (_data, _error, state) => {
      const intention = intentions.get(logo_id)
      if (intention?.wanted !== state) return
      intentions.delete(logo_id)
      patchLogo(queryClient, logo_id, intention.agreed)
    },
    networkMode: 'always',
    meta: { error: wanted ? 'Error liking logo.' : 'Error unliking logo.' },
  })

type Pages = { pages: LogoList[]; pageParams: number[] }

/** Pages as one list. A logo uploaded meanwhile moves others to the next page: each is shown once. */
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
