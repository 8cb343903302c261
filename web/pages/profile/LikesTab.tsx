import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/rules/format.ts'
import { EmptyWall } from '../../domain/logos/EmptyWall.tsx'
import { Page } from '../../domain/page/Page.tsx'
import { LogoGrid } from '../../features/logos/LogoGrid.tsx'
import { LogosLoadError } from '../../features/logos/LogosLoadError.tsx'
import { likesQuery } from '../../features/logos/likes-query.ts'
import { useEndlessScroll } from '../../lib/navigation/endless-scroll.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { FocusKeeper } from '../../ui/layout/FocusKeeper.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** The viewer's liked logos. */
export function LikesTab({ profile }: Pick<TabProps, 'profile'>) {
  const list = useInfiniteQuery(likesQuery)
  const { logos = [], count = 0, gone = 0 } = list.data ?? {}
  // Unliked logos have shifted the list, so the next page would skip some.
  const onMore = useEndlessScroll(list, logos.length, { next: gone ? list.refetch : list.fetchNextPage })

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page
      title={`Likes · ${profile.company}`}
      ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}
    >
      <ProfileTop profile={profile} tab="likes" count={list.isSuccess ? count : undefined} />
      <FocusKeeper item="[data-logo]" target="a">
        <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} />
      </FocusKeeper>
      {list.isError && <LogosLoadError list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && (
        <EmptyWall
          title="No likes yet"
          action={
            <ButtonLink to="/" kind="primary">
              Browse Fresh
            </ButtonLink>
          }
        >
          Logos you like appear here. Only you can see them.
        </EmptyWall>
      )}
    </Page>
  )
}
