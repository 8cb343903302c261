import type { ReactNode } from 'react'
import { CropMarks } from '../display/CropMarks.tsx'
import styles from './EmptyState.module.css'

/** What a screen says instead of its content: empty, failed, or not for this viewer; with the one next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <section className={styles.notice}>
      <CropMarks />
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </section>
  )
}
