import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { SixteenSort } from '../../../shared/rules/sixteen.ts'
import type { Filters } from '../../domain/search/search-path.ts'
import { call } from '../../lib/api/call.ts'

/** What the address of the page asks for. */
export type Asked = { sort: SixteenSort; book: string; filters: Filters }

/** The squares that are asked for, in their order. */
export const sixteenQuery = ({ sort, book, filters }: Asked) =>
  queryOptions({
    queryKey: ['sixteen', sort, book, filters],
    queryFn: ({ signal }) =>
      call(
        api.sixteen.find,
        {
          sort,
          book: book || undefined,
          search_text: filters.keyword || undefined,
          filter_category: filters.class || undefined,
          filter_type: filters.type || undefined,
          search_designer: filters.designer || undefined,
          search_design_firm: filters.design_firm || undefined,
          search_client: filters.client || undefined,
          search_industry: filters.industry || undefined,
          filter_country: filters.country || undefined,
        },
        { signal },
      ),
    staleTime: 60_000,
  })

/** Whose the squares of an atlas are. */
export const namesQuery = (atlas: string) =>
  queryOptions({
    queryKey: ['sixteen', 'names', atlas],
    queryFn: ({ signal }) => call(api.sixteen.names, { atlas }, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
