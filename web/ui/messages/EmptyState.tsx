import type { ReactNode } from 'react'
import { CropMarks } from '../display/CropMarks.tsx'
import styles from './EmptyState.module.css'

/** Replaces a screen's content when it is empty, failed or not for this viewer, with one next step. */
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
