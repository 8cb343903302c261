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
  lead: ReactNode
  children: ReactNode
}) {
  // A link to a section: the page is fetched after the address was read.
  useEffect(() => {
    const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    wanted?.scrollIntoView({ behavior: 'instant' })
  }, [])

  return (
    <Page title={title}>
      <header className={`page ${styles.head}`}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={`page ${styles.text}`}>{children}</div>
    </Page>
  )
}
