import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Logo, LogoList } from '../../../shared/api/logos.ts'
import { api } from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/call.ts'
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

/** A designer's logos, newest first; for members only. */
export const designerLogosQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'designer', slug],
    queryFn: ({ pageParam, signal }) =>
      call(api.logos.find, { folder_url: slug, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage(pageSize.profileLogos),
    select: flatten,
    meta: { error: 'Error loading user logos.' },
  })

/** One logo's details. Asking counts as a view. */
export const logoQuery = (queryClient: QueryClient, logoId: number) =>
  queryOptions({
    queryKey: ['logos', 'one', logoId],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.logos.find, { logo_id: logoId }, { signal })
      const logo = data[0]!
      // While a like is on its way, what the server said about likes is already old.
      const { is_liked: _, like_ct: __, ...rest } = logo
      patchLogo(queryClient, logoId, intentions.has(logoId) ? rest : logo)
      return logo
    },
    // Every opening counts; the list's copy is shown meanwhile.
    staleTime: 0,
    meta: { error: 'Error loading logo details.' },
  })

/** The newest copy of a logo that any list holds. */
export function findCachedLogo(queryClient: QueryClient, logoId: number): Logo | undefined {
  let found: Logo | undefined
  for (const query of queryClient.getQueryCache().getAll()) {
    mapLogos(query.state.data, logo => {
      if (logo.logo_id === logoId) found = logo
      return logo
    })
  }
  return found
}

/** Changes a logo wherever it is cached: in every feed, profile and detail. Nothing is fetched again. */
function patchLogo(queryClient: QueryClient, logoId: number, patch: Partial<Logo>) {
  queryClient.setQueriesData({}, data =>
    mapLogos(data, logo => (logo.logo_id === logoId ? { ...logo, ...patch } : logo)),
  )
}

type LikeState = Pick<Logo, 'is_liked' | 'like_ct'>
/** Likes on their way: what the viewer wants last, and what the server last agreed to. */
const intentions = new Map<number, { wanted: 0 | 1; agreed: LikeState }>()

/**
 * Likes a logo or takes the like back; a visitor is sent to sign in. The change shows at once. Clicks on one logo
 * are sent one after the other, those that a later click has overtaken not at all, and when the last has been
 * answered every cache holds what the server agreed to: after a failure, the state before.
 */
export function useLike(): (logo: Logo) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  return ({ logo_id, is_liked, like_ct }) => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)?.isAuthenticated) {
      navigate(loginPath(location.pathname + location.search))
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

/** Uploads a logo. Afterwards Fresh and the profile are read anew. */
export function useSubmitLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof api.logos.submit>) => call(api.logos.submit, input),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['logos'] })
      queryClient.removeQueries({ queryKey: ['profile'] })
    },
    meta: { error: 'Error submitting logo.' },
  })
}

type Pages = { pages: LogoList[]; pageParams: number[] }

/** Pages as one list. A logo uploaded meanwhile moves others to the next page: each is shown once. */
export function flatten({ pages, pageParams }: Pages) {
  const logos = [...new Map(pages.flatMap(page => page.data).map(logo => [logo.logo_id, logo])).values()]
  return { logos, count: pages.at(-1)?.count ?? 0, lastPage: pageParams.at(-1) ?? 0 }
}

export function nextPage(size: number) {
  return (last: LogoList, _pages: LogoList[], lastPage: number) =>
    last.data.length === size && lastPage * size < last.count ? lastPage + 1 : undefined
}

/** Replaces every logo inside cached data. What holds no changed logo stays the same object. */
function mapLogos<Data>(data: Data, change: (logo: Logo) => Logo): Data {
  if (typeof data !== 'object' || data === null) return data
  if ('logo_id' in data && 'like_ct' in data) return change(data as unknown as Logo) as Data
  if (Array.isArray(data)) {
    const next = data.map(item => mapLogos(item, change))
    return (next.some((item, i) => item !== data[i]) ? next : data) as Data
  }
  let next = data
  for (const [key, value] of Object.entries(data)) {
    const changed = mapLogos(value, change)
    if (changed !== value) next = { ...next, [key]: changed }
  }
  return next
}
