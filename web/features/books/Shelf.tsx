import type { CSSProperties } from 'react'
import type { Book } from './catalogue.ts'
import styles from './Shelf.module.css'

/** Books as they stand on a shelf; each spine leads to its entry. As thick as they have pages. */
export function Shelf({ books, label }: { books: Book[]; label: string }) {
  return (
    <ul className={styles.shelf} aria-label={label}>
      {books.map((book, i) => (
        <li key={book.id}>
          <a
            href={`#${book.id}`}
            className={styles.spine}
            style={
              {
                '--book-ink': book.ink,
                '--book-paper': book.paper,
                '--thickness': `min(${book.pages / 4}px, 22vw)`,
                '--height': `${320 - (i % 3) * 16}px`,
              } as CSSProperties
            }
          >
            <span className={styles.number}>{book.number}</span>
            <span className={styles.title}>{book.title.replace(/^Volume \d+: /, '')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
