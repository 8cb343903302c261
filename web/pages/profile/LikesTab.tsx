import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/rules/format.ts'
import { likesQuery } from '../../features/logos/designer-queries.ts'
import { LogoGrid } from '../../features/logos/LogoGrid.tsx'
import { LogosNotArrived } from '../../features/logos/LogosNotArrived.tsx'
import { useEndlessScroll } from '../../lib/endless-scroll.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { KeptFocus } from '../../ui/KeptFocus.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** The logos one likes. */
export function LikesTab({ profile }: Pick<TabProps, 'profile'>) {
  const list = useInfiniteQuery(likesQuery)
  const { logos = [], count = 0, gone = 0 } = list.data ?? {}
  // What left the list has moved the rest up: the next page would begin too late.
  const onMore = useEndlessScroll(list, logos.length, { next: gone ? list.refetch : list.fetchNextPage })

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page
      title={`Likes · ${profile.company}`}
      ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}
    >
      <ProfileTop profile={profile} tab="likes" count={list.isSuccess ? count : undefined} />
      <KeptFocus item="[data-logo]" target="a">
        <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} />
      </KeptFocus>
      {list.isError && <LogosNotArrived list={list} isNext={logos.length > 0} />}
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
