import { queryOptions } from '@tanstack/react-query'
import type { AdminBook, AdminBookRow } from '../../../shared/api/admin-books.ts'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { deskKey } from '../../domain/desk/acts.ts'
import { call } from '../../lib/api/call.ts'

/** All books, for the chair. */
export const adminBooksQuery = queryOptions({
  queryKey: [deskKey, 'books'],
  queryFn: async ({ signal }): Promise<AdminBookRow[]> => {
    const answer = await call(api.adminBooks.find, { page_size: 200 }, { signal })
    return 'data' in answer ? answer.data : []
  },
  staleTime: 15_000,
})

/** One book with its jury and what is missing for the next step. */
export const adminBookQuery = (book: string) =>
  queryOptions({
    queryKey: [deskKey, 'books', book],
    queryFn: async ({ signal }): Promise<AdminBook> => {
      const answer = await call(api.adminBooks.find, { book }, { signal })
      if ('data' in answer) throw new CallError(404, { error: 'Book not found' })
      return answer
    },
    staleTime: 15_000,
    refetchInterval: 60_000,
  })

export const resultsQuery = (book: string, page: number) =>
  queryOptions({
    queryKey: [deskKey, 'books', book, 'results', page],
    queryFn: ({ signal }) => call(api.adminBooks.results, { book, page, page_size: 100 }, { signal }),
    staleTime: 15_000,
    placeholderData: before => before,
  })
