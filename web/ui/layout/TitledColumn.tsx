import type { ReactNode } from 'react'
import styles from './TitledColumn.module.css'

type Props = { title: string; under?: ReactNode; aside?: ReactNode; children: ReactNode }

/**
 * A page's title at the left margin and one column beside it, aligned on their first baselines; `under` is below the
 * title, `aside` at the right.
 */
export function TitledColumn({ title, under, aside, children }: Props) {
  return (
    <div className={`page ${styles.titled}`}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {under && <div className={styles.under}>{under}</div>}
      {aside && <div className={styles.aside}>{aside}</div>}
      <div className={styles.content}>{children}</div>
    </div>
  )
}
