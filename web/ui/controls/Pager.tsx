import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from './Button.tsx'
import styles from './Pager.module.css'

type Props = { page: number; pages: number; to: (page: number) => string }

/** Prev and Next links through numbered pages; renders nothing for a single page. */
export function Pager({ page, pages, to }: Props) {
  if (pages < 2 && page === 1) return null
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.step} data-off={page <= 1 || undefined}>
        <ButtonLink to={to(Math.min(page - 1, pages))} rel="prev">
          <ArrowLeft size={16} aria-hidden />
          Prev
        </ButtonLink>
      </span>
      <span className={styles.place}>
        Page {page} of {pages}
      </span>
      <span className={styles.step} data-off={page >= pages || undefined}>
        <ButtonLink to={to(page + 1)} rel="next">
          Next
          <ArrowRight size={16} aria-hidden />
        </ButtonLink>
      </span>
    </nav>
  )
}
