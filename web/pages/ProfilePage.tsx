import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { About } from '../features/designers/About.tsx'
import { designerLogosQuery } from '../features/logos/designer-queries.ts'
import { profileQuery } from '../lib/profile.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, sessionQuery, useSession } from '../lib/session.ts'
import type { ReadAhead } from '../router.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './ProfilePage.module.css'
import { AwardsTab } from './profile/AwardsTab.tsx'
import { CollectionsTab } from './profile/CollectionsTab.tsx'
import { FollowersTab } from './profile/FollowersTab.tsx'
import { LikesTab } from './profile/LikesTab.tsx'
import { LogosTab, PreviewTab } from './profile/LogosTab.tsx'
import { ProfileTop } from './profile/ProfileTop.tsx'
import { visibleTabs } from './profile/tabs.ts'

/** @public The router takes it along with the page. */
export const handle: ReadAhead = (queryClient, params) => {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const slug = params.slug ?? session?.slug
  if (!slug) return
  const tab = new URLSearchParams(location.search).get('tab') ?? 'logos'
  return Promise.all([
    queryClient.prefetchQuery(profileQuery(slug)),
    session?.isActive && tab === 'logos' && queryClient.prefetchInfiniteQuery(designerLogosQuery(slug)),
  ])
}

/** A designer's page; without slug one's own. */
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
        <NotArrived what="The profile" error={error} onAgain={refetch} />
      </Page>
    )
  if (!profile || session === undefined) return <Waiting />

  const isOwn = session?.designerId === profile.designer_id
  const asked = query.get('tab')
  if (session === null && (asked === 'awards' || asked === 'followers'))
    return <Navigate to={loginPath(pathname + search)} replace />
  if (asked === 'followers' && session) return <FollowersTab profile={profile} isOwn={isOwn} />
  const visible = visibleTabs(profile, session)
  const tab = visible.find(name => name === asked) ?? visible[0]
  // Somebody's likes, for instance: there is no such tab for this viewer.
  if (asked && asked !== tab) return <Navigate to={`?tab=${asked === 'logos' ? tab : 'logos'}`} replace />
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
      <Notice
        title="There is no designer here"
        action={
          <ButtonLink to="/" kind="primary">
            See what is fresh
          </ButtonLink>
        }
      >
        The address may be mistyped, or the account is gone.
      </Notice>
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
