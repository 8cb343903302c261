import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { profileQuery } from '../domain/designers/profile.ts'
import { Page } from '../domain/page/Page.tsx'
import { About } from '../features/designers/About.tsx'
import { designerLogosQuery } from '../features/logos/designer-queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import type { RoutePrefetch } from '../lib/loading/route-prefetch.ts'
import { loginPath, sessionQuery, useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './ProfilePage.module.css'
import { AwardsTab } from './profile/AwardsTab.tsx'
import { CollectionsTab } from './profile/CollectionsTab.tsx'
import { FollowersTab } from './profile/FollowersTab.tsx'
import { LikesTab } from './profile/LikesTab.tsx'
import { LogosTab, PreviewTab } from './profile/LogosTab.tsx'
import { ProfileTop } from './profile/ProfileTop.tsx'
import { visibleTabs } from './profile/tabs.ts'

/** @public The router loads it with the page. */
export const handle: RoutePrefetch = (queryClient, params) => {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const slug = params.slug ?? session?.slug
  if (!slug) return
  const tab = new URLSearchParams(location.search).get('tab') ?? 'logos'
  return Promise.all([
    queryClient.prefetchQuery(profileQuery(slug)),
    session?.isActive && tab === 'logos' && queryClient.prefetchInfiniteQuery(designerLogosQuery(slug)),
  ])
}

/** A designer's page; without slug the viewer's own. */
export default function ProfilePage() {
  const { slug } = useParams()
  const session = useSession()
  if (!slug && session === null) return <Navigate to={loginPath('/designers?tab=logos')} replace />
  if (!slug && !session) return <Waiting />
  return <Designer key={slug ?? session?.slug} slug={slug ?? session!.slug} />
}

function Designer({ slug }: { slug: string }) {
  const { data: profile, error, isError, refetch } = useQuery(profileQuery(slug))
  const session = useSession()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  if (statusOf(error) === 404) return <NoDesigner />
  if (isError && !profile)
    return (
      <Page title="Designer">
        <LoadError what="The profile" error={error} onRetry={refetch} />
      </Page>
    )
  if (!profile || session === undefined) return <Waiting />

  const isOwn = session?.designerId === profile.designer_id
  const requested = query.get('tab')
  if (session === null && (requested === 'awards' || requested === 'followers'))
    return <Navigate to={loginPath(pathname + search)} replace />
  if (requested === 'followers' && session) return <FollowersTab profile={profile} isOwn={isOwn} />
  const visible = visibleTabs(profile, session)
  const tab = visible.find(name => name === requested) ?? visible[0]
  // This viewer has no such tab: another designer's likes, for instance.
  if (requested && requested !== tab)
    return <Navigate to={`?tab=${requested === 'logos' ? tab : 'logos'}`} replace />
  switch (tab) {
    case 'awards':
      return <AwardsTab profile={profile} isOwn={isOwn} />
    case 'collections':
      return <CollectionsTab profile={profile} isOwn={isOwn} />
    case 'likes':
      return <LikesTab profile={profile} />
    case 'about':
      return (
        <Page title={profile.company}>
          <ProfileTop profile={profile} tab="about" />
          <About profile={profile} />
        </Page>
      )
    default:
      return session ? <LogosTab profile={profile} isOwn={isOwn} /> : <PreviewTab profile={profile} />
  }
}

function NoDesigner() {
  return (
    <Page title="Designer">
      <h1 className="visually-hidden" tabIndex={-1}>
        No designer here
      </h1>
      <EmptyState
        title="Designer not found"
        action={
          <ButtonLink to="/" kind="primary">
            Browse Fresh
          </ButtonLink>
        }
      >
        The address may be mistyped, or the account was closed.
      </EmptyState>
    </Page>
  )
}

function Waiting() {
  return (
    <Page title="Designer">
      <div className={styles.waiting} aria-busy role="status" aria-label="Loading" />
    </Page>
  )
}
