import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reportError } from '../lib/loading/report-error.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Wordmark } from '../ui/display/Wordmark.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './ErrorPage.module.css'

/** The error boundary's page. */
export default function ErrorPage() {
  const error = useRouteError()
  useTitle('Error')
  useEffect(() => reportError(error), [error])
  return (
    <>
      <header className={styles.header}>
        {/* A full page load discards the state that caused the error. */}
        <a href="/">
          <Wordmark />
        </a>
      </header>
      <main className={styles.main}>
        <EmptyState
          isPage
          title="Unexpected Application Error!"
          action={
            <>
              <Button kind="primary" onClick={() => location.reload()}>
                Reload
              </Button>
              <Button onClick={() => location.assign('/')}>Go to Explore</Button>
            </>
          }
        >
          Something went wrong while loading this page. Reloading often helps.
        </EmptyState>
      </main>
    </>
  )
}
