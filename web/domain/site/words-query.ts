import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** Some of the site's texts, by their names. */
export const wordsQuery = (names: string) =>
  queryOptions({
    queryKey: ['site', names],
    queryFn: ({ signal }) => call(api.site.words, { names }, { signal }),
    staleTime: 60_000,
  })
