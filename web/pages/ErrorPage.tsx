import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { reportError } from '../lib/loading/report-error.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CropMarks } from '../ui/display/CropMarks.tsx'
import styles from './ErrorPage.module.css'

/** The error boundary's page. */
export default function ErrorPage() {
  const error = useRouteError()
  useTitle('Error')
  useEffect(() => reportError(error), [error])
  return (
    <main className={styles.main}>
      <div className={styles.sheet}>
        <CropMarks gap={24} />
        <h1 className={styles.title}>Unexpected Application Error!</h1>
        <p className={styles.text}>Something went wrong while loading this page. Reloading often helps.</p>
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          {/* A full load: what broke must not come along. */}
          <Button onClick={() => location.assign('/')}>Go to Explore</Button>
        </div>
      </div>
    </main>
  )
}
