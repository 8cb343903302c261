import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { SixteenSort } from '../../../shared/rules/sixteen.ts'
import { filterInput } from '../../domain/search/search-input.ts'
import type { Search } from '../../domain/search/search-path.ts'
import { call } from '../../lib/api/call.ts'

/** What the address of the page asks for. */
export type Asked = { sort: SixteenSort; book: string; filters: Omit<Search, 'sort'> }

/** The squares that are asked for, in their order. */
export const sixteenQuery = ({ sort, book, filters }: Asked) =>
  queryOptions({
    queryKey: ['sixteen', sort, book, filters],
    queryFn: ({ signal }) =>
      call(api.sixteen.find, { sort, book: book || undefined, ...filterInput(filters) }, { signal }),
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

/** Whose a square is; null where that is not told. */
export const findName = (queryClient: QueryClient, { atlas, slot }: { atlas: string; slot: number }) =>
  queryClient.fetchQuery(namesQuery(atlas)).then(names => names[slot] ?? null)
