import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { findCachedLogo, logoQuery } from '../features/logos/detail-queries.ts'
import { LogoView } from '../features/logos/LogoView.tsx'
import { statusOf } from '../lib/query-client.ts'
import type { ReadAhead } from '../router.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './LogoPage.module.css'

const isId = (text: string | undefined) => /^[1-9]\d{0,14}$/.test(text ?? '')

/** @public The router takes it along with the page. */
export const handle: ReadAhead = (queryClient, { logoId }) => {
  if (isId(logoId)) return queryClient.prefetchQuery(logoQuery(queryClient, Number(logoId)))
}

/** A logo on a page of its own. */
export default function LogoPage() {
  const { logoId } = useParams()
  if (!isId(logoId)) return <NoLogo />
  return <OneLogo key={logoId} logoId={Number(logoId)} />
}

function OneLogo({ logoId }: { logoId: number }) {
  const queryClient = useQueryClient()
  // What came with the page was asked a moment before.
  const query = useQuery({ ...logoQuery(queryClient, logoId), staleTime: 5000 })
  const logo = query.data ?? findCachedLogo(queryClient, logoId)
  if (statusOf(query.error) === 404) return <NoLogo />
  return (
    <Page title={logo?.logo ?? 'Logo'}>
      {logo ? (
        <div className={styles.logo}>
          <LogoView logo={logo} Title="h1" isPage />
        </div>
      ) : query.isError ? (
        <NotArrived what="The logo" error={query.error} onAgain={query.refetch} />
      ) : (
        <div className={styles.logo} aria-busy />
      )}
    </Page>
  )
}

function NoLogo() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/', { replace: true }), 3000)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page title="No logo">
      <h1 className="visually-hidden" tabIndex={-1}>
        No logo here
      </h1>
      <Notice
        title="There is no logo here"
        action={
          <ButtonLink to="/" kind="primary">
            See what is fresh
          </ButtonLink>
        }
      >
        You will be taken to Explore in a moment.
      </Notice>
    </Page>
  )
}
