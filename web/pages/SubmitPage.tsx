import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { product } from '../../shared/product.ts'
import { SubmitForm } from '../features/submit/SubmitForm.tsx'
import { useSession } from '../lib/session.ts'
import { LeaveGuard } from '../ui/LeaveGuard.tsx'
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
          <p className={styles.lead}>
            Every upload enters the next {product.bookSeries}. Submit only what you own the rights to.
          </p>
          <Submit />
        </div>
      </Page>
    </MembersOnly>
  )
}

function Submit() {
  const session = useSession()
  const navigate = useNavigate()
  const [isUnsent, setIsUnsent] = useState(false)
  const [isKept, setIsKept] = useState(true)
  const tell = useCallback((isUnsent: boolean, isKept: boolean) => {
    setIsUnsent(isUnsent)
    setIsKept(isKept)
  }, [])
  const [isDone, setIsDone] = useState(false)
  // Only once the guard knows that the work is sent.
  useEffect(() => {
    if (isDone) navigate('/designers?tab=logos')
  }, [isDone, navigate])
  if (!session) return null
  return (
    <>
      <SubmitForm
        // Another member's draft is another page.
        key={session.designerId}
        designerId={session.designerId}
        onUnsent={tell}
        onDone={() => setIsDone(true)}
      />
      <LeaveGuard isUnsent={isUnsent && !isDone} title="Leave without submitting?">
        {isKept
          ? 'What is not submitted yet stays in this browser as a draft: you will find it here.'
          : 'What is not submitted yet will be lost: another tab is keeping your draft.'}
      </LeaveGuard>
    </>
  )
}
