import type { Book } from '../../../shared/api/books.ts'
import { readSetting } from '../../domain/site/settings.ts'

/** Where a book is sold: at the shop that is set for all of them, else where its row says. */
export const buyUrlOf = ({ slug, buy_url }: Book) =>
  readSetting('books-url')?.replaceAll('{book}', slug) ?? buy_url ?? undefined
