import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { EmptyWall } from '../domain/logos/EmptyWall.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { followingQuery } from '../features/logos/designer-queries.ts'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogosLoadError } from '../features/logos/LogosLoadError.tsx'
import { TileSizer } from '../features/logos/TileSizer.tsx'
import { AnnouncementLine } from '../features/news/AnnouncementLine.tsx'
import { useEndlessScroll } from '../lib/navigation/endless-scroll.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './ExplorePage.module.css'

export default function FollowingPage() {
  const { page = '1' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(page)) return <Navigate to="/following" replace />
  return (
    <MembersOnly title="Following">
      <Following key={page} startPage={Number(page)} />
    </MembersOnly>
  )
}

/** The newest logos of followed designers. */
function Following({ startPage }: { startPage: number }) {
  const list = useInfiniteQuery(followingQuery(startPage))
  const { logos = [], count = 0 } = list.data ?? {}
  const onMore = useEndlessScroll(list, logos.length)

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page title="Following" ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}>
      <AnnouncementLine />
      <header className={styles.head}>
        <ExploreTabs current="following" />
        <p className={styles.count}>{count > 0 && formatCount(count, 'logo')}</p>
        <TileSizer />
      </header>

      {startPage > 1 && (
        <Link to={startPage > 2 ? `/following/${startPage - 1}` : '/following'} className={styles.newer}>
          Newer logos
        </Link>
      )}

      <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? (logos.length ? 12 : 24) : 0} />

      {list.isError && <LogosLoadError list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && <Nothing isPastEnd={count > 0} />}
    </Page>
  )
}

function Nothing({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd)
    return (
      <EmptyState
        title="There’s nothing on this page"
        action={
          <ButtonLink to="/following" kind="primary">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <EmptyWall
      title="Follow designers to see their new logos here"
      action={
        <ButtonLink to="/" kind="primary">
          Find designers on Fresh
        </ButtonLink>
      }
    >
      Open a logo you like, go to its designer’s profile, and press Follow.
    </EmptyWall>
  )
}
