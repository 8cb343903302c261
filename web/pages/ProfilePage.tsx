import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { Profile } from '../../shared/api/designers.ts'
import { CollectionSheets, SheetSkeletons } from '../features/collections/CollectionSheets.tsx'
import { designerCollectionsQuery } from '../features/collections/queries.ts'
import { About } from '../features/designers/About.tsx'
import { FollowButton } from '../features/designers/FollowButton.tsx'
import { People } from '../features/designers/People.tsx'
import { ProfileHeader } from '../features/designers/ProfileHeader.tsx'
import { AwardShelves, ShelvesSkeleton } from '../features/logos/AwardShelves.tsx'
import { awardsQuery } from '../features/logos/award-queries.ts'
import { designerLogosQuery, likesQuery } from '../features/logos/designer-queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogoStrip } from '../features/logos/LogoStrip.tsx'
import { useEndlessScroll } from '../lib/endless-scroll.ts'
import { formatCount } from '../lib/format.ts'
import { profileQuery } from '../lib/profile.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './ProfilePage.module.css'

const tabs = {
  logos: 'Logos',
  awards: 'Awards',
  collections: 'Collections',
  likes: 'Likes',
  about: 'About',
}
type Tab = keyof typeof tabs

/** A designer's page; without slug one's own. */
export default function ProfilePage() {
  const { slug } = useParams()
  const session = useSession()
  if (!slug && session === null) return <Navigate to={loginPath('/designers?tab=logos')} replace />
  if (!slug && !session) return <Waiting />
  return <Designer key={slug ?? session?.slug} slug={slug ?? session!.slug} />
}

type Viewing = { profile: Profile; isOwn: boolean; isMember: boolean }

/** What this viewer finds here. */
function visibleTabs({ profile, isOwn, isMember }: Viewing): Tab[] {
  const isVisible: Record<Tab, boolean> = {
    logos: true,
    awards: isOwn || profile.award_count > 0,
    collections: isMember && (isOwn || profile.collection_count > 0),
    likes: isMember && isOwn,
    about: true,
  }
  return (Object.keys(tabs) as Tab[]).filter(name => isVisible[name])
}

function Designer({ slug }: { slug: string }) {
  const { data: profile, error, isError, refetch } = useQuery(profileQuery(slug))
  const session = useSession()
  const { pathname, search } = useLocation()
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

  const isOwn = session?.designerId === profile.designer_id
  const asked = query.get('tab')
  if (session === null && (asked === 'awards' || asked === 'followers'))
    return <Navigate to={loginPath(pathname + search)} replace />
  if (asked === 'followers' && session?.isActive) return <Followers profile={profile} isOwn={isOwn} />
  const visible = visibleTabs({ isOwn, isMember: session?.isActive === true, profile })
  const tab = visible.find(name => name === asked) ?? 'logos'
  // Somebody's likes, for instance: there is no such tab for this viewer.
  if (asked && asked !== tab && (asked in tabs || asked === 'followers'))
    return <Navigate to="?tab=logos" replace />
  if (tab === 'awards') return <Awards profile={profile} isOwn={isOwn} />
  if (tab === 'collections') return <Collections profile={profile} isOwn={isOwn} />
  if (tab === 'likes') return <Likes profile={profile} />
  if (tab === 'about')
    return (
      <Page title={profile.company}>
        <Top profile={profile} tab="about" />
        <About profile={profile} />
      </Page>
    )
  return session?.isActive ? (
    <MemberLogos profile={profile} isOwn={isOwn} />
  ) : (
    <PreviewLogos profile={profile} isSignedIn={session !== null} />
  )
}

/** What came into the books. */
function Awards({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { data: groups, error, isError, refetch } = useQuery(awardsQuery(profile.slug))
  return (
    <Page title={`Awards · ${profile.company}`}>
      <Top profile={profile} tab="awards" />
      {!groups && !isError && <ShelvesSkeleton />}
      {groups && groups.length > 0 && <AwardShelves slug={profile.slug} groups={groups} />}
      {groups?.length === 0 && (
        <Notice
          title={isOwn ? 'Your first book is still ahead' : 'No book so far'}
          action={
            isOwn ? (
              <ButtonLink to="/submit" kind="primary">
                Upload a logo
              </ButtonLink>
            ) : undefined
          }
        >
          {isOwn && 'Every logo you upload is entered for the next book. What the jury chooses stands here.'}
        </Notice>
      )}
      {isError && !groups && (
        <Notice
          title="The awards did not arrive"
          action={
            <Button kind="primary" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {statusOf(error) === 0 ? 'You seem to be offline.' : 'The gallery did not answer as it should.'}
        </Notice>
      )}
    </Page>
  )
}

/** Who follows, and who is followed: found by the header's figures, not among the tabs. */
function Followers({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const [query] = useSearchParams()
  const list = query.get('list') === 'following' ? 'following' : 'followers'
  const page = query.get('page') ?? '1'
  return (
    <Page title={`${list === 'followers' ? 'Followers' : 'Following'} · ${profile.company}`}>
      <Top profile={profile} />
      <People
        profile={profile}
        isOwn={isOwn}
        list={list}
        page={/^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1}
      />
    </Page>
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

/** What a designer has put together. */
function Collections({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { data: collections, isError, refetch } = useQuery(designerCollectionsQuery(profile.designer_id))
  return (
    <Page title={profile.company}>
      <Top profile={profile} tab="collections" count={collections?.length} />
      {collections ? (
        <CollectionSheets collections={collections} />
      ) : isError ? (
        <Notice
          title="The collections did not arrive"
          action={
            <Button kind="primary" onClick={() => refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <SheetSkeletons count={Math.min(profile.collection_count, 8)} />
      )}
      {collections?.length === 0 && (
        <Notice
          title={isOwn ? 'No collections yet' : 'Nothing collected here'}
          action={
            isOwn ? (
              <ButtonLink to="/" kind="primary">
                See what is fresh
              </ButtonLink>
            ) : undefined
          }
        >
          {isOwn
            ? 'Open a logo you want to keep and save it: that is where a collection begins.'
            : `${profile.company} shows no collections at the moment.`}
        </Notice>
      )}
    </Page>
  )
}

/** The logos one likes. */
function Likes({ profile }: { profile: Profile }) {
  const list = useInfiniteQuery(likesQuery)
  const { logos = [], count = 0, gone = 0 } = list.data ?? {}
  const onMore =
    list.hasNextPage && !list.isError
      ? () => {
          // What left the list has moved the rest up: the next page would begin too late.
          if (!list.isFetching) void (gone ? list.refetch() : list.fetchNextPage())
        }
      : undefined
  useEndlessScroll(onMore, logos.length)

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page title={profile.company} ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}>
      <Top profile={profile} tab="likes" count={list.isSuccess ? count : undefined} />
      <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} />
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
          title="No likes yet"
          action={
            <ButtonLink to="/" kind="primary">
              See what is fresh
            </ButtonLink>
          }
        >
          Every logo you like hangs here, for your eyes only.
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

type TopProps = { profile: Profile; tab?: Tab; count?: number; children?: React.ReactNode }

function Top({ profile, tab, count, children }: TopProps) {
  const session = useSession()
  const isOwn = session?.designerId === profile.designer_id
  const canFollow = session === null || session?.isActive
  return (
    <>
      <ProfileHeader
        profile={profile}
        hasLists={session?.isActive}
        action={
          isOwn ? (
            <ButtonLink to="/account/edit-profile">Edit Profile</ButtonLink>
          ) : (
            canFollow && <FollowButton designer={profile} />
          )
        }
      />
      {children}
      <nav className={styles.tabs} aria-label="Profile">
        {visibleTabs({ isOwn, isMember: session?.isActive === true, profile }).map(name => (
          <Link
            key={name}
            to={`?tab=${name}`}
            aria-current={name === tab ? 'page' : undefined}
            className={styles.tab}
          >
            {tabs[name]}
            {name === tab && count !== undefined && <span className={styles.count}>{count}</span>}
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
