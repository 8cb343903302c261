import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { Profile } from '../../shared/api/designers.ts'
import { About } from '../features/designers/About.tsx'
import { ProfileHeader } from '../features/designers/ProfileHeader.tsx'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogoStrip } from '../features/logos/LogoStrip.tsx'
import { designerLogosQuery } from '../features/logos/queries.ts'
import { useEndlessScroll } from '../lib/endless-scroll.ts'
import { formatCount } from '../lib/format.ts'
import { profileQuery } from '../lib/profile.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './ProfilePage.module.css'

const tabs = { logos: 'Logos', about: 'About' }

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
  const [query] = useSearchParams()
  if (statusOf(error) === 404)
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
  if (isError && !profile)
    return (
      <Page title="Designer">
        <Notice
          title="The profile did not arrive"
          action={
            <Button kind="primary" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {statusOf(error) === 0 ? 'You seem to be offline.' : 'The gallery did not answer as it should.'}
        </Notice>
      </Page>
    )
  if (!profile || session === undefined) return <Waiting />

  const tab = query.get('tab') === 'about' ? 'about' : 'logos'
  const isOwn = session?.designerId === profile.designer_id
  if (tab === 'about')
    return (
      <Page title={profile.company}>
        <Top profile={profile} tab={tab} />
        <About profile={profile} />
      </Page>
    )
  return session?.isActive ? (
    <MemberLogos profile={profile} isOwn={isOwn} />
  ) : (
    <PreviewLogos profile={profile} isSignedIn={session !== null} />
  )
}

/** Every logo, for members. */
function MemberLogos({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const list = useInfiniteQuery(designerLogosQuery(profile.slug))
  const { logos = [], count = 0 } = list.data ?? {}
  const onMore =
    list.hasNextPage && !list.isError
      ? () => {
          if (!list.isFetching) void list.fetchNextPage()
        }
      : undefined
  useEndlessScroll(onMore, logos.length)

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page title={profile.company} ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}>
      <Top profile={profile} tab="logos" count={list.isSuccess ? count : profile.logo_count}>
        {profile.profile_logos.length > 0 && <LogoStrip logos={profile.profile_logos} label="Chosen logos" />}
      </Top>
      <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} caption="title" />
      {list.isError && (
        <Notice
          title="The logos did not arrive"
          action={
            <Button kind="primary" onClick={() => (logos.length ? list.fetchNextPage() : list.refetch())}>
              Try again
            </Button>
          }
        />
      )}
      {isEnd && logos.length === 0 && (
        <Notice
          title={isOwn ? 'Your wall is empty' : 'Nothing hangs here yet'}
          action={
            isOwn ? (
              <ButtonLink to="/submit" kind="primary">
                Upload your first logo
              </ButtonLink>
            ) : undefined
          }
        >
          {isOwn
            ? 'Logos you upload hang here and on Fresh, and are entered for the next book.'
            : `${profile.company} has not uploaded a logo so far.`}
        </Notice>
      )}
    </Page>
  )
}

/** What everyone may see. */
function PreviewLogos({ profile, isSignedIn }: { profile: Profile; isSignedIn: boolean }) {
  const { pathname, search } = useLocation()
  const shown = profile.profile_logos.length
  return (
    <Page title={profile.company}>
      <Top profile={profile} tab="logos" />
      <LogoGrid logos={profile.profile_logos} caption="title" />
      {shown === 0 ? (
        <Notice title="Nothing hangs here yet">{profile.company} has not uploaded a logo so far.</Notice>
      ) : (
        profile.logo_count > shown && (
          <Notice
            title={`${shown} of ${formatCount(profile.logo_count, 'logo')}`}
            action={
              isSignedIn ? undefined : (
                <ButtonLink to={loginPath(pathname + search)} kind="primary">
                  Login
                </ButtonLink>
              )
            }
          >
            {isSignedIn
              ? 'The others are for current members.'
              : 'Members see everything a designer has uploaded.'}
          </Notice>
        )
      )}
    </Page>
  )
}

type TopProps = { profile: Profile; tab: keyof typeof tabs; count?: number; children?: React.ReactNode }

function Top({ profile, tab, count, children }: TopProps) {
  return (
    <>
      <ProfileHeader profile={profile} />
      {children}
      <nav className={styles.tabs} aria-label="Profile">
        {Object.entries(tabs).map(([name, label]) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            aria-current={name === tab ? 'page' : undefined}
            className={styles.tab}
          >
            {label}
            {name === 'logos' && count !== undefined && <span className={styles.count}>{count}</span>}
          </Link>
        ))}
      </nav>
    </>
  )
}

function Waiting() {
  return (
    <Page title="Designer">
      <div className={styles.waiting} aria-busy role="status" aria-label="Loading" />
    </Page>
  )
}
