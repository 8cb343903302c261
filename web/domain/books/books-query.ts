import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Book } from '../../../shared/api/books.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** Every book: the competition’s newest first, then textbooks, then the Master Library by volume. */
export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: async ({ signal }) => (await call(api.books.find, {}, { signal })).data,
  staleTime: 60_000,
})

/** The book that uploads enter now; null where none is open, undefined while that is unknown. */
export function useOpenBook(): Book | null | undefined {
  const { data } = useQuery(booksQuery)
  return data && (data.find(book => book.state === 'open') ?? null)
}
