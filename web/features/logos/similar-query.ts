import { infiniteQueryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import type { Emphasis } from '../../../shared/rules/look.ts'
import { call } from '../../lib/api/call.ts'
import { flatten, nextPage } from './queries.ts'

/** The subject of the comparison: a logo, or a picture, which the cache names by the moment it was taken. */
export type Compared = { logo_id: number } | { taken_at: number; file_base64: string }

/**
 * The logos that look most like a logo or a picture, nearest first. A picture is compared again for each page, which is limited: its
 * pages are large, and never read again while they are kept.
 */
export const similarQuery = (compared: Compared, emphasis: Emphasis) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'similar', 'logo_id' in compared ? compared : compared.taken_at, emphasis],
    queryFn: ({ pageParam, signal }) =>
      'logo_id' in compared
        ? call(api.look.similar, { ...compared, emphasis, page: pageParam }, { signal })
        : call(
            api.look.similarToPicture,
            { file_base64: compared.file_base64, emphasis, page: pageParam, page_size: pageSize.most },
            { signal },
          ),
    initialPageParam: 1,
    getNextPageParam: nextPage('logo_id' in compared ? pageSize.search : pageSize.most),
    select: flatten,
    staleTime: 'logo_id' in compared ? 5 * 60_000 : Number.POSITIVE_INFINITY,
    retry: false,
  })
