import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { followingQuery } from '../features/logos/designer-queries.ts'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogosNotArrived } from '../features/logos/LogosNotArrived.tsx'
import { TileSizer } from '../features/logos/TileSizer.tsx'
import { AnnouncementLine } from '../features/news/AnnouncementLine.tsx'
import { useEndlessScroll } from '../lib/endless-scroll.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
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

/** The newest logos of those one follows. */
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

      {list.isError && <LogosNotArrived list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && <Nothing isPastEnd={count > 0} />}
    </Page>
  )
}

function Nothing({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd)
    return (
      <Notice
        title="The wall ends before this page"
        action={
          <ButtonLink to="/following" kind="primary">
            See the newest
          </ButtonLink>
        }
      />
    )
  return (
    <Notice
      title="Follow designers and their new logos appear here"
      action={
        <ButtonLink to="/" kind="primary">
          Find designers on Fresh
        </ButtonLink>
      }
    >
      Open a logo you like, go to whoever made it, and press Follow.
    </Notice>
  )
}
