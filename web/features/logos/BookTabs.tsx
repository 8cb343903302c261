import type { Logo } from '../../../shared/api/logos.ts'
import styles from './BookTabs.module.css'

/** The red tab of a logo that was chosen for a book. */
export function BookTabs({ logo }: { logo: Pick<Logo, 'book_id' | 'master_book_id'> }) {
  if (logo.book_id === null && logo.master_book_id === null) return null
  return (
    <span className={styles.tabs}>
      {logo.book_id !== null && <span className={styles.tab}>Book {logo.book_id}</span>}
      {logo.master_book_id !== null && <span className={styles.tab}>Master {logo.master_book_id}</span>}
    </span>
  )
}
