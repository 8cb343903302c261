import { infiniteQueryOptions } from '@tanstack/react-query'
import type { LogoList } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { call } from '../../lib/api/call.ts'

/** The newest logos, from a page on. */
export const freshQuery = (startPage: number) =>
  infiniteQueryOptions({
    queryKey: ['logos', 'fresh', startPage],
    queryFn: ({ pageParam, signal }) => call(api.logos.fresh, { page: pageParam }, { signal }),
    initialPageParam: startPage,
    getNextPageParam: nextPage(pageSize.explore),
    select: flatten,
    // A reader who comes back finds the wall as they left it.
    staleTime: 5 * 60_000,
    meta: { error: 'Error loading fresh logos.' },
  })

type Pages = { pages: LogoList[]; pageParams: number[] }

/** Pages as one list. An upload between two reads moves logos to the next page: each is shown once. */
export function flatten({ pages, pageParams }: Pages) {
  const seen = new Set<number>()
  const logos = pages.flatMap(page => page.data).filter(({ logo_id }) => seen.size < seen.add(logo_id).size)
  return { logos, count: pages.at(-1)?.count ?? 0, lastPage: pageParams.at(-1) ?? 0 }
}

/** The page after the last one; undefined at the end. */
export function nextPage(size: number) {
  return (last: LogoList, _pages: LogoList[], lastPage: number) =>
    last.data.length === size && lastPage * size < last.count ? lastPage + 1 : undefined
}
