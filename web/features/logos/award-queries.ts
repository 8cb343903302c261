import { queryOptions } from '@tanstack/react-query'
import type { awards } from '../../../shared/api/designers.ts'
import * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

export type AwardGroup = OutputOf<typeof awards>['data'][number]

/** A designer's awards by book, as the shelves and each book's page show them. */
export const awardsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['awards', slug],
    queryFn: ({ signal }) => call(api.designers.awards, { folder_url: slug }, { signal }),
    select: ({ data }) => data,
    staleTime: 5 * 60_000,
    meta: { error: 'Error loading designer awards.' },
  })
