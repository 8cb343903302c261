import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { LogoList } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { filterInput } from '../../domain/search/search-input.ts'
import type { Search } from '../../domain/search/search-path.ts'
import { call } from '../../lib/api/call.ts'
import { flatten, nextPage } from './queries.ts'

type Found = OutputOf<typeof api.logos.find>
type FoundPages = { pages: Found[]; pageParams: number[] }

/** A search's results, paged in both directions from a first page. */
export const searchQuery = (search: Search, startPage: number) =>
  infiniteQueryOptions({
    queryKey: [...searchKey(search), startPage],
    queryFn: ({ pageParam, signal }) =>
      call(api.logos.find, { ...inputOf(search), page: pageParam }, { signal }),
    initialPageParam: startPage,
    getNextPageParam: nextPage(pageSize.search),
    getPreviousPageParam: (_first: LogoList, _pages: LogoList[], firstPage: number) =>
      firstPage > 1 ? firstPage - 1 : undefined,
    select: (data: FoundPages) => ({
      ...flatten(data),
      firstPage: data.pageParams[0] ?? startPage,
      correctedTo: data.pages[0]?.corrected_to,
    }),
    staleTime: 5 * 60_000,
    meta: { error: 'Error fetching logos.', isForFirstPage: true },
  })

/** The number of logos that a search finds, and the first four of them. */
export const searchGlimpseQuery = (search: Search) =>
  queryOptions({
    queryKey: ['logos', 'search glimpse', search],
    queryFn: ({ signal }) => call(api.logos.find, { ...inputOf(search), page_size: 4 }, { signal }),
  })

/**
 * The first page of the list that shows a page of a search: a cached list that contains the page, as after
 * going back, else that page.
 */
export function findStartPage(queryClient: QueryClient, search: Search, page: number): number {
  const starts = queryClient
    .getQueriesData<FoundPages>({ queryKey: searchKey(search) })
    .filter(([, data]) => data?.pageParams.includes(page))
    .map(([key]) => key.at(-1) as number)
  return Math.min(page, ...starts)
}

/** A repeated search starts with its first page, however many were loaded before. */
export function forgetLaterPages(queryClient: QueryClient, search: Search) {
  queryClient.setQueryData<FoundPages>([...searchKey(search), 1], data =>
    data && data.pages.length > 1
      ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
      : data,
  )
}

const searchKey = (search: Search) => ['logos', 'search', search] as const

const inputOf = (search: Search) => ({ ...filterInput(search), sort: search.sort })
