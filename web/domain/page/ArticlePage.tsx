import { type ReactNode, useEffect } from 'react'
import { Page } from './Page.tsx'
import '../../ui/display/serif.css'
import styles from './ArticlePage.module.css'

/** An article: title, lead and text in one column. */
export function ArticlePage({
  title,
  lead,
  children,
}: {
  title: string
  /** Undefined while the text loads. */
  lead?: ReactNode
  children: ReactNode
}) {
  const isThere = lead !== undefined
  // Scrolls to the section in the address again: the browser looked for it before page and text had loaded.
  useEffect(() => {
    if (!isThere) return
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    wanted?.scrollIntoView({ behavior: 'instant' })
  }, [isThere])

  return (
    <Page title={title}>
      <header className={`page ${styles.head}`}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {isThere && <p className={styles.lead}>{lead}</p>}
      </header>
      <div className={`page ${styles.text}`}>{children}</div>
    </Page>
  )
}

/** A placeholder that keeps the footer below the screen while the text loads. */
export const Waiting = () => <div className={styles.waiting} role="status" aria-label="Loading" />
