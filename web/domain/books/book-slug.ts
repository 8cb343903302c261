import { masterSeries } from '../../../shared/rules/books.ts'
import { site } from '../../lib/site.ts'

/** A book's series and number from its address, `book-12` or `master-book-2`; undefined for anything else. */
export function parseBook(slug: string) {
  const [, master, number] = /^(master-)?book-([1-9]\d{0,3})$/.exec(slug) ?? []
  return number ? { series: master ? masterSeries : site().series_name, number } : undefined
}
