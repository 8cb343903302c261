import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Logo } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { patchLogo } from '../../domain/logos/logo-cache.ts'
import { call } from '../../lib/api/call.ts'
import { isLogo, mapObjects } from '../../lib/api/patch-cached.ts'
import type { OpenedOver } from '../../lib/navigation/scroll-key.ts'
import { keepLikes } from './likes.ts'
import { findViewSource } from './view-source.ts'

// Queries of an open logo, kept out of the first download.

/** A copy of a logo that some list holds. */
export function findCachedLogo(queryClient: QueryClient, logoId: number): Logo | undefined {
  let found: Logo | undefined
  for (const query of queryClient.getQueryCache().getAll()) {
    mapObjects(query.state.data, object => {
      if (isLogo(object) && object.logo_id === logoId) found = object
      return object
    })
  }
  return found
}

/** The related logo that was pressed last: its page is opened next. */
let pressedRelated: number | undefined
export const noteRelated = (logoId: number) => {
  pressedRelated = logoId
}

/** Where the viewer found the logo that is opened, and the words of that search; undefined where a link led to it. */
function findSource(logoId: number) {
  if (pressedRelated === logoId) return { via: 'related' } as const
  // A press on a tile is recorded in the history entry; otherwise the address itself names the logo.
  const { usr } = (window.history.state ?? {}) as { usr?: OpenedOver }
  return usr?.opened ? findViewSource(window.location) : {}
}

/** One logo's details. Asking counts as a view. */
export const logoQuery = (queryClient: QueryClient, logoId: number) =>
  queryOptions({
    queryKey: ['logos', 'one', logoId],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const { data } = await call(api.logos.find, { logo_id: logoId, ...findSource(logoId) }, { signal })
      // Corrected here, because the lists get it before this query's result is.
      const logo = keepLikes(data[0]!, sentAt)
      patchLogo(queryClient, logoId, logo)
      return logo
    },
    // Each opening counts as a view, so it is always fetched; the list's copy is shown until then.
    staleTime: 0,
    meta: { error: 'Error loading logo details.' },
  })

/** The nearest logos of other designers. */
export const relatedQuery = (logoId: number) =>
  queryOptions({
    queryKey: ['logos', 'related', logoId],
    queryFn: ({ signal }) => call(api.logos.related, { logo_id: logoId }, { signal }),
    staleTime: 5 * 60_000,
  })

/** A logo's comments in pages, newest first. */
export const commentsQuery = (logoId: number) =>
  infiniteQueryOptions({
    queryKey: ['comments', logoId],
    queryFn: ({ pageParam, signal }) =>
      call(api.logos.comments, { logo_id: logoId, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ count }, pages) =>
      pages.length * pageSize.comments < count ? pages.length + 1 : undefined,
    meta: { error: 'Error loading logo comments.' },
  })

/** Adds a comment; settled when the refetched list contains it. */
export function useAddComment(logoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (comment: string) => call(api.logos.addComment, { logo_id: logoId, comment }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: commentsQuery(logoId).queryKey }),
    meta: { error: 'Error adding comment.' },
  })
}

/** Removes a comment; settled when the refetched list no longer contains it. */
export function useRemoveComment(logoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (comment_id: number) => call(api.reports.removeComment, { comment_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: commentsQuery(logoId).queryKey }),
    meta: { error: 'Error deleting comment.' },
  })
}
