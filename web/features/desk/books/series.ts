import type { BookSeries } from '../../../../shared/rules/books.ts'

/** The series of books, as the page of books heads them. */
export const seriesNames: Record<BookSeries, string> = {
  book: 'Book of the competition',
  textbook: 'Textbook',
  'master-book': 'Master Library',
}
