import { mutationOptions, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Logo } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import { patchLogo } from '../../domain/logos/logo-cache.ts'
import { call } from '../../lib/api/call.ts'
import { isLogo, mapObjects } from '../../lib/api/patch-cached.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { navigateTo } from '../../lib/navigation/navigate.ts'
import { loginPath, sessionQuery } from '../../lib/session/session.ts'

type LikeState = Pick<Logo, 'is_liked' | 'like_ct'>
/** An optimistic like: the state the viewer asked for last, and the state the server confirmed last. */
type OwnLike = {
  desired: 0 | 1
  confirmed: LikeState
  /** When its last call was answered, by performance.now(); infinite until then. */
  settledAt: number
}

/** The likes that the viewer changed, by logo. */
const ownLikes = new Map<number, OwnLike>()

const shownState = ({ desired, confirmed }: OwnLike): LikeState => ({
  is_liked: desired,
  like_ct: confirmed.like_ct + desired - confirmed.is_liked,
})

function showLike(queryClient: QueryClient, logoId: number, like: OwnLike) {
  ownLikes.set(logoId, like)
  patchLogo(queryClient, logoId, shownState(like))
}

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
    watchAnswers(queryClient)
    const before = ownLikes.get(logo_id)
    const { desired, confirmed } =
      before?.settledAt === Infinity ? before : { desired: is_liked, confirmed: { is_liked, like_ct } }
    const next = desired === 1 ? 0 : 1
    showLike(queryClient, logo_id, { desired: next, confirmed, settledAt: Infinity })
    // No `useMutation`: its observer would be subscribed on every tile of the wall.
    queryClient
      .getMutationCache()
      .build(queryClient, likeMutation(queryClient, logo_id, next))
      .execute(next)
      .catch(() => {})
  }
}

const likeMutation = (queryClient: QueryClient, logo_id: number, desired: 0 | 1) =>
  mutationOptions({
    scope: { id: `like ${logo_id}` },
    mutationFn: async (state: 0 | 1): Promise<LikeState | undefined> => {
      const { desired, confirmed } = ownLikes.get(logo_id)!
      if (desired !== state || confirmed.is_liked === state) return confirmed
      return call(api.logos.like, { logo_id, state })
    },
    // Any 2xx answer is a success, also one without the new state.
    onSuccess: (answer, state) => {
      const like = ownLikes.get(logo_id)!
      const { is_liked, like_ct } = recordOf(answer, 'is_liked', 'like_ct') ?? {
        is_liked: state,
        like_ct: like.confirmed.like_ct + state - like.confirmed.is_liked,
      }
      like.confirmed = { is_liked, like_ct }
    },
    onSettled: (_data, _error, state) => {
      const { desired, confirmed } = ownLikes.get(logo_id)!
      if (desired !== state) return
      showLike(queryClient, logo_id, { desired: confirmed.is_liked, confirmed, settledAt: performance.now() })
    },
    networkMode: 'always',
    meta: { error: desired ? 'Error liking logo.' : 'Error unliking logo.' },
  })

/**
 * The answer to a call that was sent at a time, by performance.now(). The server may have read it before likes that had not
 * been answered then: those stay as they are shown.
 */
export const keepLikes = <Data>(data: Data, sentAt: number): Data =>
  mapObjects(data, object => {
    const like = isLogo(object) && ownLikes.get(object.logo_id)
    return like && like.settledAt >= sentAt ? { ...object, ...shownState(like) } : object
  })

let watched: QueryClient | undefined

/**
 * Keeps the likes in what queries fetch from now on, before it is rendered. In whole results and not in single answers: an
 * infinite query puts back the pages that it had when the call for a further one was sent.
 */
function watchAnswers(queryClient: QueryClient) {
  if (watched === queryClient) return
  watched = queryClient
  // Unknown for queries that are under way already.
  const sentAt = new WeakMap<Query, number>()
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') sentAt.set(query, performance.now())
    if (action.type !== 'success' || action.manual) return
    const kept = keepLikes(query.state.data, sentAt.get(query) ?? 0)
    if (kept !== query.state.data) query.setData(kept, { manual: true })
  })
}
