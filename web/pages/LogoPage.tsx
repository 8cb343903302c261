import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NoLogo } from '../domain/page/NoLogo.tsx'
import { Page } from '../domain/page/Page.tsx'
import { findCachedLogo, logoQuery } from '../features/logos/detail-queries.ts'
import { LogoView } from '../features/logos/LogoView.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import type { RoutePrefetch } from '../lib/loading/route-prefetch.ts'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './LogoPage.module.css'

const isId = (text: string | undefined) => /^[1-9]\d{0,14}$/.test(text ?? '')

/** @public The router loads it with the page. */
export const handle: RoutePrefetch = (queryClient, { logoId }) => {
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
  // The embedded answer has already counted as a view.
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
        <LoadError what="The logo" error={query.error} onRetry={query.refetch} />
      ) : (
        <div className={styles.logo} aria-busy />
      )}
    </Page>
  )
}
