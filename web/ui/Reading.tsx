import type { ReactNode } from 'react'
import { Page } from './Page.tsx'
import styles from './Reading.module.css'

/** A page to be read: a title, a first sentence, and text in one column. */
export function Reading({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <Page title={title}>
      <header className={styles.head}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={styles.text}>{children}</div>
    </Page>
  )
}
