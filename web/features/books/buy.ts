import type { Book } from '../../../shared/api/books.ts'
import { readSetting } from '../../domain/site/settings.ts'

/** The address where a book is sold: the setting for all books, else the book's own. */
export const buyUrlOf = ({ slug, buy_url }: Book) =>
  readSetting('books-url')?.replaceAll('{book}', slug) ?? buy_url ?? undefined
