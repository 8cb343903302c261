import { readSetting } from '../../lib/settings.ts'
import type { Book } from './catalogue.ts'

/** Whether a shop is linked; without one, whoever wants a book writes to us. */
export const hasShop = () => readSetting('books-url') !== undefined

/** Where a book is to be had. */
export const buyPath = ({ id, title }: Book) =>
  readSetting('books-url')?.replaceAll('{book}', id) ?? `/contact?${new URLSearchParams({ book: title })}`
