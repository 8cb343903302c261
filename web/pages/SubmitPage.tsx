import { useEffect, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { LeaveDialog } from '../features/logos/LeaveDialog.tsx'
import { SubmitForm } from '../features/logos/SubmitForm.tsx'
import { useUnsentWork } from '../lib/unsent-work.ts'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './SubmitPage.module.css'

export default function SubmitPage() {
  return (
    <MembersOnly title="Submit Your Logo">
      <Page title="Submit Your Logo">
        <div className={styles.column}>
          <h1 className={styles.title} tabIndex={-1}>
            Submit Your Logo
          </h1>
          <Submit />
        </div>
      </Page>
    </MembersOnly>
  )
}

function Submit() {
  const navigate = useNavigate()
  const [isUnsent, setIsUnsent] = useState(false)
  const [isDone, setIsDone] = useState(false)
  useUnsentWork(isUnsent && !isDone)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsent && !isDone && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isUnsent || isDone) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsent, isDone])

  // Only once the blocker knows that the work is sent.
  useEffect(() => {
    if (isDone) navigate('/designers?tab=logos')
  }, [isDone, navigate])

  return (
    <>
      <SubmitForm onUnsent={setIsUnsent} onDone={() => setIsDone(true)} />
      <LeaveDialog
        isOpen={blocker.state === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </>
  )
}
