import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { flatten, nextPage } from './queries.ts'

// What a designer has uploaded, likes and follows: not in the first bytes.

/** The logos of followed designers, from a page on; for members only. */
export const followingQuery = (startPage: number) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'following', startPage],
    queryFn: ({ pageParam, signal }) => call(api.logos.following, { page: pageParam }, { signal }),
    initialPageParam: startPage,
    getNextPageParam: nextPage(pageSize.explore),
    select: flatten,
    staleTime: 5 * 60_000,
    meta: { error: 'Error loading following feed.' },
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

/** The logos that the viewer likes. One that is liked no longer leaves the list at once, and is back if that failed. */
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
  // Likes are given everywhere.
  staleTime: 0,
  meta: { error: 'Error getting liked logos.' },
})
