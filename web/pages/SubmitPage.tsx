import { useEffect, useState } from 'react'
import { Navigate, useBlocker, useNavigate } from 'react-router'
import { LeaveDialog } from '../features/logos/LeaveDialog.tsx'
import { SubmitForm } from '../features/logos/SubmitForm.tsx'
import { loginPath, useSession } from '../lib/session.ts'
import { useUnsentWork } from '../lib/unsent-work.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './SubmitPage.module.css'

export default function SubmitPage() {
  const session = useSession()
  if (session === undefined) return <Page title="Submit Your Logo">{null}</Page>
  if (session === null) return <Navigate to={loginPath('/submit')} replace />
  return (
    <Page title="Submit Your Logo">
      <div className={styles.column}>
        <h1 className={styles.title} tabIndex={-1}>
          Submit Your Logo
        </h1>
        {session.isActive ? <Submit /> : <NotCurrent />}
      </div>
    </Page>
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

/** For a member whose membership has lapsed. */
function NotCurrent() {
  return (
    <Notice
      title="Uploading is for current members"
      action={
        <ButtonLink to="/" kind="primary">
          See what is fresh
        </ButtonLink>
      }
    >
      Your membership is not current at the moment. Your logos stay where they are, and as soon as it is
      renewed you can add to them.
    </Notice>
  )
}
