import { Link } from 'react-router'
import type { Book } from '../../../shared/api/books.ts'
import { formatMonth } from '../../../shared/rules/format-time.ts'
import styles from './BookEntry.module.css'
import '../../ui/display/serif.css'
import { Cover } from '../../domain/books/Cover.tsx'
import { buyUrlOf } from './buy.ts'

/** A book in the catalogue: cover and details; the newest one is larger. */
export function BookEntry({ book, isNewest }: { book: Book; isNewest?: boolean }) {
  const buyUrl = buyUrlOf(book)
  return (
    <article className={styles.entry} id={book.slug} data-newest={isNewest || undefined}>
      <Cover book={book} />
      <div>
        <h3 className={styles.title}>
          {book.series === 'book' ? <Link to={`/books/${book.slug}`}>{book.title}</Link> : book.title}
        </h3>
        <p className={styles.authors}>{book.authors}</p>
        <p className={styles.blurb}>{book.blurb}</p>
      </div>
      <p className={styles.facts}>
        {book.published && <time dateTime={book.published}>{formatMonth(book.published)}</time>}
        {book.pages !== null && <span>{book.pages} pages</span>}
        {buyUrl && (
          <a
            className={styles.buy}
            href={buyUrl}
            aria-label={`Buy Now: ${book.title}`}
            target="_blank"
            rel="noopener"
          >
            Buy Now<span aria-hidden> ↗</span>
          </a>
        )}
      </p>
    </article>
  )
}
