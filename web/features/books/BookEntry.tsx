import { ArrowUpRight } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import styles from './BookEntry.module.css'
import '../../ui/serif.css'
import { buyPath, hasShop } from './buy.ts'
import { Cover } from './Cover.tsx'
import { type Book, formatMonth } from './catalogue.ts'

/** A book as the catalogue has it: its cover, and what there is to say. */
export function BookEntry({ book }: { book: Book }) {
  return (
    <article className={styles.entry} id={book.id}>
      <Cover book={book} />
      <div>
        <h3 className={styles.title}>{book.title}</h3>
        <p className={styles.authors}>{book.authors}</p>
        <p className={styles.blurb}>{book.blurb}</p>
        <p className={styles.facts}>
          <time dateTime={book.published}>{formatMonth(book.published)}</time>
          <span>{book.pages} pages</span>
        </p>
        <p className={styles.buy}>
          <ButtonLink
            to={buyPath(book)}
            aria-label={`Buy Now: ${book.title}`}
            {...(hasShop() && { target: '_blank', rel: 'noopener' })}
          >
            Buy Now
            {hasShop() && <ArrowUpRight size={16} aria-hidden />}
          </ButtonLink>
        </p>
      </div>
    </article>
  )
}
