import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The title is the page's own heading. */
  isPage?: boolean
}

/**
 * Replaces a screen's content that failed, isn't there or is not for this viewer: what it is at the left, and beside it why,
 * with one next step.
 */
export function EmptyState({ title, children, action, isPage }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <section className={styles.notice}>
      <div className={styles.grid}>
        <Title className={styles.title} tabIndex={isPage ? -1 : undefined}>
          {title}
        </Title>
        <div className={styles.words}>
          {children && <div className={styles.text}>{children}</div>}
          {action && <div className={styles.action}>{action}</div>}
        </div>
      </div>
    </section>
  )
}
