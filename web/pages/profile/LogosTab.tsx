import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { formatCount } from '../../../shared/rules/format.ts'
import { hasStrip } from '../../../shared/rules/profile-strip.ts'
import { EmptyWall } from '../../domain/logos/EmptyWall.tsx'
import { Page } from '../../domain/page/Page.tsx'
import { designerLogosQuery } from '../../features/logos/designer-queries.ts'
import { LogoGrid } from '../../features/logos/LogoGrid.tsx'
import { LogoStrip } from '../../features/logos/LogoStrip.tsx'
import { LogosLoadError } from '../../features/logos/LogosLoadError.tsx'
import { useEndlessScroll } from '../../lib/navigation/endless-scroll.ts'
import { loginPath } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** Every logo, for members. */
export function LogosTab({ profile, isOwn }: TabProps) {
  const list = useInfiniteQuery(designerLogosQuery(profile.slug))
  const { logos = [], count = 0 } = list.data ?? {}
  const onMore = useEndlessScroll(list, logos.length)

  const isWaiting = list.isFetching && !list.isRefetching
  const isEnd = list.isSuccess && !list.hasNextPage
  return (
    <Page title={profile.company} ending={isEnd && count > 0 ? formatCount(count, 'logo') : undefined}>
      <ProfileTop profile={profile} tab="logos" count={list.isSuccess ? count : profile.logo_count}>
        {hasStrip(profile.profile_logos, logos, count) && (
          <LogoStrip logos={profile.profile_logos} label={`Chosen by ${profile.company}`} />
        )}
      </ProfileTop>
      <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} caption="title" />
      {list.isError && <LogosLoadError list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && <NoLogos profile={profile} isOwn={isOwn} />}
    </Page>
  )
}

/** The chosen logos, for visitors. */
export function PreviewTab({ profile }: Pick<TabProps, 'profile'>) {
  const { pathname, search } = useLocation()
  const shown = profile.profile_logos.length
  return (
    <Page title={profile.company}>
      <ProfileTop profile={profile} tab="logos" />
      <LogoGrid logos={profile.profile_logos} caption="title" />
      {profile.logo_count === 0 && <NoLogos profile={profile} isOwn={false} />}
      {profile.logo_count > shown && (
        <EmptyState
          title={`${shown} of ${formatCount(profile.logo_count, 'logo')}`}
          action={
            <ButtonLink to={loginPath(pathname + search)} kind="primary">
              Log in
            </ButtonLink>
          }
        >
          Members see everything a designer has uploaded.
        </EmptyState>
      )}
    </Page>
  )
}

/** Other viewers see this only if the last logo was deleted while the page was open: an empty tab is hidden. */
function NoLogos({ profile, isOwn }: TabProps) {
  if (!isOwn) return <EmptyWall title="No logos yet">{profile.company} hasn’t uploaded a logo yet.</EmptyWall>
  return (
    <EmptyWall
      isForUploads
      title="You have no logos yet"
      action={
        <ButtonLink to="/submit" kind="primary">
          Upload your first logo
        </ButtonLink>
      }
    >
      Logos you upload appear here and on Fresh, and are entered in the next book.
    </EmptyWall>
  )
}
