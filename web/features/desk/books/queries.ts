import { queryOptions } from '@tanstack/react-query'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { CallError } from '../../../../shared/endpoint.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'

/** The number of the next judged book, and whether one is open; the same on every page of the list. */
export const nextBookQuery = queryOptions({
  queryKey: [deskKey, 'books'],
  queryFn: async ({ signal }) => {
    const answer = await call(api.desk.books.find, { page_size: 1 }, { signal })
    if (!('data' in answer)) throw new CallError(404, { error: 'No list of books' })
    return { next_number: answer.next_number, has_open: answer.has_open }
  },
  staleTime: 15_000,
})

/** One book with its jury and what is missing for the next step. */
export const adminBookQuery = (book: string) =>
  queryOptions({
    queryKey: [deskKey, 'books', book],
    queryFn: async ({ signal }): Promise<AdminBook> => {
      const answer = await call(api.desk.books.find, { book }, { signal })
      if ('data' in answer) throw new CallError(404, { error: 'Book not found' })
      return answer
    },
    staleTime: 15_000,
    refetchInterval: 60_000,
  })

export const resultsQuery = (book: string, page: number) =>
  queryOptions({
    queryKey: [deskKey, 'books', book, 'results', page],
    queryFn: ({ signal }) => call(api.desk.books.results, { book, page, page_size: 100 }, { signal }),
    staleTime: 15_000,
    placeholderData: before => before,
  })
