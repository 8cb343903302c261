import type { ReactNode } from 'react'
import styles from './EmptyText.module.css'

const lineOpacities = [1, 0.6, 0.3, 0.1]

type Props = { title: string; children?: ReactNode; action?: ReactNode }

/** The empty state of a list of texts: the lines where they will be, with one next step above. */
export function EmptyText({ title, children, action }: Props) {
  return (
    <section className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.why}>{children}</p>}
      {action}
      <div className={styles.lines} aria-hidden>
        {lineOpacities.map(opacity => (
          <span key={opacity} style={{ opacity }} />
        ))}
      </div>
    </section>
  )
}
