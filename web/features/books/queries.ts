import { queryOptions } from '@tanstack/react-query'
import type { Book } from '../../../shared/api/books.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** Whether a book is published, and so shown on a shelf. */
export const isOut = (book: Book) => book.state === 'published'

/** What a book’s draw was made from. 404 for a book that was judged elsewhere. */
export const drawQuery = (book: string) =>
  queryOptions({
    queryKey: ['books', 'draw', book],
    queryFn: ({ signal }) => call(api.books.findDraw, { book }, { signal }),
    staleTime: 5 * 60_000,
  })

/** How far the jurors agreed, of a book with `has_reliability`. */
export const reliabilityQuery = (book: string) =>
  queryOptions({
    queryKey: ['books', 'reliability', book],
    queryFn: ({ signal }) => call(api.books.findReliability, { book }, { signal }),
    staleTime: 60 * 60_000,
  })

/** The logos in a published book, best known by their designers: fifty a page. */
export const winnersQuery = (book: string, page: number) =>
  queryOptions({
    queryKey: ['books', 'winners', book, page],
    queryFn: ({ signal }) => call(api.books.winners, { book, page }, { signal }),
    staleTime: 60 * 60_000,
  })
