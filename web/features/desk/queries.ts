import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminBook, AdminBookRow } from '../../../shared/api/admin-books.ts'
import * as api from '../../../shared/api.ts'
import { CallError, type Endpoint, type InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'

/** All books, for the chair. */
export const adminBooksQuery = queryOptions({
  queryKey: ['admin-books'],
  queryFn: async ({ signal }): Promise<AdminBookRow[]> => {
    const answer = await call(api.adminBooks.find, {}, { signal })
    return 'data' in answer ? answer.data : []
  },
  staleTime: 15_000,
})

/** One book with its jury and what is missing for the next step. */
export const adminBookQuery = (book: string) =>
  queryOptions({
    queryKey: ['admin-books', book],
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
    queryKey: ['admin-books', book, 'results', page],
    queryFn: ({ signal }) => call(api.adminBooks.results, { book, page, page_size: 100 }, { signal }),
    staleTime: 15_000,
    placeholderData: before => before,
  })

/** A chair's act; invalidates every query about books. */
export function useAct<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['admin-books'] }),
        queryClient.invalidateQueries({ queryKey: ['books'] }),
      ]),
  })
}

/** The server's error message, or a sentence for a failed connection. */
export const refusalOf = (error: unknown) =>
  error instanceof CallError ? (error.status === 0 ? 'We couldn’t reach the gallery.' : error.body.error) : ''

/** The server's error message for a field. */
export const fieldErrorOf = (error: unknown, field: string) =>
  error instanceof CallError ? error.body.errors?.[field] : undefined
