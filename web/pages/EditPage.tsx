import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FoundLogo as Logo } from '../../shared/api/logos.ts'
import { LeaveGuard } from '../domain/page/LeaveGuard.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { logoQuery } from '../features/logos/detail-queries.ts'
import { EditForm } from '../features/submit/EditForm.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import { useSession } from '../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './EditPage.module.css'

/** Editing an own logo: /edit?logoId= */
export default function EditPage() {
  const [query] = useSearchParams()
  const parameter = query.get('logoId') ?? ''
  const logoId = /^[1-9]\d{0,14}$/.test(parameter) ? Number(parameter) : undefined
  return (
    <MembersOnly title="Edit Your Logo">
      <Page title="Edit Your Logo">
        <div className="page">
          <h1 className={styles.title} tabIndex={-1}>
            Edit Your Logo
          </h1>
          {logoId ? <Find key={logoId} logoId={logoId} /> : <NoLogo />}
        </div>
      </Page>
    </MembersOnly>
  )
}

function Find({ logoId }: { logoId: number }) {
  const queryClient = useQueryClient()
  const session = useSession()
  // No refetch: it would change the form while it is edited.
  const {
    data: logo,
    error,
    isFetchedAfterMount,
    refetch,
  } = useQuery({
    ...logoQuery(queryClient, logoId),
    refetchOnReconnect: false,
  })

  // A cached copy may be stale, and saving it would overwrite newer facts.
  if (logo && session && isFetchedAfterMount && !error)
    return logo.designer_id === session.designerId ? <Edit logo={logo} /> : <NotOwner logo={logo} />
  if (statusOf(error) === 404) return <NoLogo />
  if (error)
    return (
      <EmptyState
        title="The logo didn’t load"
        action={
          <Button kind="primary" onClick={() => refetch()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <span />
      <span />
    </div>
  )
}

function Edit({ logo }: { logo: Logo }) {
  const navigate = useNavigate()
  const [isUnsent, setIsUnsent] = useState(false)
  const [isDone, setIsDone] = useState(false)
  // After the leave guard has registered that the work is sent.
  useEffect(() => {
    if (isDone) navigate('/designers?tab=logos')
  }, [isDone, navigate])
  return (
    <>
      <EditForm logo={logo} onUnsent={setIsUnsent} onDone={() => setIsDone(true)} />
      <LeaveGuard isUnsent={isUnsent && !isDone} title="Leave without saving?">
        Your changes will be lost.
      </LeaveGuard>
    </>
  )
}

function NotOwner({ logo }: { logo: Logo }) {
  return (
    <EmptyState
      title={`“${logo.logo}” is ${logo.company}’s`}
      action={
        <ButtonLink to={`/logo/${logo.logo_id}`} kind="primary">
          See the logo
        </ButtonLink>
      }
    >
      Only the designer who uploaded a logo can edit it. If it’s yours, log in with the account you uploaded
      it from.
    </EmptyState>
  )
}

function NoLogo() {
  return (
    <EmptyState
      title="Logo not found"
      action={
        <ButtonLink to="/designers?tab=logos" kind="primary">
          See your logos
        </ButtonLink>
      }
    >
      The address may be mistyped, or the logo was deleted.
    </EmptyState>
  )
}
