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
  /** Missing while the text is on its way. */
  lead?: ReactNode
  children: ReactNode
}) {
  const isThere = lead !== undefined
  // A link to a section: the page and its text are fetched after the address was read.
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

/** Stands where a text will, so that the footer does not come up. */
export const Waiting = () => <div className={styles.waiting} role="status" aria-label="Loading" />
