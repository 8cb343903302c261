import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'
import { flatten, nextPage } from './queries.ts'

// Queries of a designer's logos, likes and follows, kept out of the first download.

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
