import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { visitorPages } from '../../shared/rules/limits.ts'
import { ChunkError } from '../domain/page/ChunkError.tsx'
import { Page } from '../domain/page/Page.tsx'
import { ExploreTabs } from '../features/logos/ExploreTabs.tsx'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogosLoadError } from '../features/logos/LogosLoadError.tsx'
import { freshQuery } from '../features/logos/queries.ts'
import { TileSizer } from '../features/logos/TileSizer.tsx'
import { AnnouncementLine } from '../features/news/AnnouncementLine.tsx'
import { lazyOptional } from '../lib/loading/lazy-optional.ts'
import { lazyWithRetry } from '../lib/loading/lazy-with-retry.tsx'
import { useEndlessScroll } from '../lib/navigation/endless-scroll.ts'
import { useSession } from '../lib/session/session.ts'
import styles from './ExplorePage.module.css'

const Invitation = lazyOptional(() => import('./Invitation.tsx'))
const EmptyFresh = lazyWithRetry(() => import('./EmptyFresh.tsx'), ChunkError)

export default function ExplorePage() {
  const { page = '1' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(page)) return <Navigate to="/" replace />
  return <Fresh key={page} startPage={Number(page)} />
}

/** All logos, newest first; a visitor's ends with an invitation. */
function Fresh({ startPage }: { startPage: number }) {
  const session = useSession()
  const isMember = session?.isActive === true
  // A page number that the server would refuse is not requested.
  const isClosed = startPage > visitorPages && !isMember
  const fresh = useInfiniteQuery({ ...freshQuery(startPage), enabled: !isClosed })
  const { logos = [], count = 0, lastPage = startPage } = fresh.data ?? {}
  const isVisitorsEnd =
    session !== undefined && !isMember && (isClosed || (lastPage >= visitorPages && fresh.hasNextPage))
  const onMore = useEndlessScroll(fresh, logos.length, { isOpen: isMember || lastPage < visitorPages })

  const isWaiting = fresh.isFetching && !fresh.isRefetching
  const isEnd = fresh.isSuccess && !fresh.hasNextPage
  return (
    <Page title="Fresh" ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}>
      <AnnouncementLine />
      <header className={styles.head}>
        <ExploreTabs current="fresh" />
        <p className={styles.count}>{count > 0 && formatCount(count, 'logo')}</p>
        <TileSizer />
      </header>

      {startPage > 1 && (
        <Link to={startPage > 2 ? `/fresh/${startPage - 1}` : '/'} className={styles.newer}>
          Newer logos
        </Link>
      )}

      <LogoGrid
        logos={logos}
        onMore={onMore}
        skeletons={isWaiting || (isClosed && session === undefined) ? (logos.length ? 12 : 24) : 0}
      />

      {fresh.isError && <LogosLoadError list={fresh} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && (
        <Suspense>
          <EmptyFresh isPastEnd={startPage > 1} />
        </Suspense>
      )}
      {isVisitorsEnd && (
        <Suspense>
          <Invitation count={count} path={`/fresh/${visitorPages + 1}`} />
        </Suspense>
      )}
    </Page>
  )
}
