import type { CSSProperties } from 'react'
import type { Book } from '../../../shared/api/books.ts'
import styles from './Shelf.module.css'

/** 20 px for 224 pages (the thinnest edition) to 44 px for 496 (the thickest book). */
const thicknessOf = ({ pages }: Book) =>
  Math.min(44, Math.max(20, 20 + (((pages ?? 224) - 224) * (44 - 20)) / (496 - 224)))

const heights = { book: 208, textbook: 180, 'master-book': 232 }

/** Books side by side on a board, as thick as they have pages; each spine leads to its book's entry. */
export function Shelf({ books, label }: { books: Book[]; label: string }) {
  return (
    <ul className={styles.shelf} aria-label={label}>
      {books.map(book => (
        <li key={book.slug}>
          <a
            href={`#${book.slug}`}
            className={styles.spine}
            title={book.title}
            style={
              {
                '--book-ink': book.ink ?? '#151515',
                '--book-paper': book.paper ?? '#ece7dc',
                '--thickness': `${thicknessOf(book).toFixed(1)}px`,
                '--height': `${heights[book.series]}px`,
              } as CSSProperties
            }
            // Volumes of the Master Library have light ink on dark paper.
            data-dark={book.series === 'master-book' || undefined}
          >
            <span className={styles.title}>{book.title.replace(/^Volume \d+: | \d+$/, '')}</span>{' '}
            {book.series !== 'textbook' && <span className={styles.number}>{book.number}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
