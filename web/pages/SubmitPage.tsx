import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '../../shared/rules/format.ts'
import { useOpenBook } from '../domain/books/books-query.ts'
import { LeaveGuard } from '../domain/page/LeaveGuard.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { siteStateQuery } from '../domain/site/state-query.ts'
import { SubmitForm } from '../features/submit/SubmitForm.tsx'
import { useSession } from '../lib/session/session.ts'
import { site } from '../lib/site.ts'
import styles from './SubmitPage.module.css'

export default function SubmitPage() {
  return (
    <MembersOnly title="Submit Your Logo">
      <Page title="Submit Your Logo">
        <div className="page">
          <h1 className={styles.title} tabIndex={-1}>
            Submit Your Logo
          </h1>
          <p className={styles.lead}>
            <OpenBookLine /> Submit only work you hold the rights to.
            <NoAdmin />
          </p>
          <Submit />
        </div>
      </Page>
    </MembersOnly>
  )
}

/** The open book that uploads enter. */
function OpenBookLine() {
  const book = useOpenBook()
  if (book === undefined) return `Every upload enters the next ${site().series_name}.`
  if (book === null)
    return 'No book is open for entries right now: uploads appear in the gallery, and enter no book.'
  const until = book.closes_at ? ` until ${formatDate(book.closes_at)}` : ''
  const results = book.results_by ? ` Results are due by ${formatDate(book.results_by)}.` : ''
  return `Every upload enters ${book.title}${until}.${results}`
}

/** The message of a site without an administrator to its members, because one of them may run it. */
function NoAdmin() {
  const { data } = useQuery(siteStateQuery)
  if (data?.has_admin !== 0) return null
  return (
    <>
      {' '}
      This site has no administrator yet. One is made on the machine that runs it:{' '}
      <code className={styles.command}>
        npm run admin -- members create NAME --role admin --email ADDRESS
      </code>
    </>
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
  // After the leave guard has registered that the work is sent.
  useEffect(() => {
    if (isDone) navigate('/designers?tab=logos')
  }, [isDone, navigate])
  if (!session) return null
  return (
    <>
      <SubmitForm
        // The key remounts the form for another member's draft.
        key={session.designerId}
        designerId={session.designerId}
        onUnsent={tell}
        onDone={() => setIsDone(true)}
      />
      <LeaveGuard isUnsent={isUnsent && !isDone} title="Leave without submitting?">
        {isKept
          ? 'What you haven’t submitted stays in this browser as a draft. You’ll find it here.'
          : 'What you haven’t submitted will be lost: another tab is saving your draft.'}
      </LeaveGuard>
    </>
  )
}
