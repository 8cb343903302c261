import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import { formatMonth } from '../../../../shared/rules/format-time.ts'
import { Cover } from '../../../domain/books/Cover.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { site } from '../../../lib/site.ts'
import '../../../ui/display/serif.css'
import styles from './BookPreview.module.css'
import type { Facts } from './book-words.ts'

const colour = /^#[0-9a-f]{6}$/

/** A book as its page will show it. */
export function BookPreview({ book: { series, number }, facts }: { book: AdminBook; facts: Facts }) {
  const { authors, blurb, published, pages, ink, paper, buy_url } = facts
  const title = facts.title.trim() || `${site().series_name} ${number}`
  const inks = { ink: colour.test(ink) ? ink : null, paper: colour.test(paper) ? paper : null }
  return (
    <section className={writing.preview} aria-label="Preview">
      <h2>Preview</h2>
      <article className={styles.book}>
        <Cover book={{ series, number, title, ...inks }} />
        <div className={styles.words}>
          <h3>{title}</h3>
          <p className={writing.quiet}>{authors}</p>
          <p className={styles.blurb}>{blurb}</p>
          <p className={writing.quiet}>
            {[
              /^\d{4}-\d{2}$/.test(published) && formatMonth(published),
              pages && `${pages} pages`,
              buy_url && 'Buy Now ↗',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </article>
    </section>
  )
}
