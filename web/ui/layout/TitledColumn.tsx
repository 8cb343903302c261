import type { ReactNode } from 'react'
import styles from './TitledColumn.module.css'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A page's title at the left margin and one column beside it, aligned on their first baselines; `aside` at the right. */
export function TitledColumn({ title, aside, children }: Props) {
  return (
    <div className={`page ${styles.titled}`}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {aside && <div className={styles.aside}>{aside}</div>}
      <div className={styles.content}>{children}</div>
    </div>
  )
}
