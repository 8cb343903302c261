import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { formatCount } from '../../../shared/rules/format.ts'
import { designerLogosQuery } from '../../features/logos/designer-queries.ts'
import { LogoGrid } from '../../features/logos/LogoGrid.tsx'
import { LogoStrip } from '../../features/logos/LogoStrip.tsx'
import { LogosNotArrived } from '../../features/logos/LogosNotArrived.tsx'
import { useEndlessScroll } from '../../lib/endless-scroll.ts'
import { loginPath } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
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
        {profile.profile_logos.length > 0 && <LogoStrip logos={profile.profile_logos} label="Chosen logos" />}
      </ProfileTop>
      <LogoGrid logos={logos} onMore={onMore} skeletons={isWaiting ? 10 : 0} caption="title" />
      {list.isError && <LogosNotArrived list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && <EmptyWall profile={profile} isOwn={isOwn} />}
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
      {profile.logo_count === 0 && <EmptyWall profile={profile} isOwn={false} />}
      {profile.logo_count > shown && (
        <Notice
          title={`${shown} of ${formatCount(profile.logo_count, 'logo')}`}
          action={
            <ButtonLink to={loginPath(pathname + search)} kind="primary">
              Login
            </ButtonLink>
          }
        >
          Members see everything a designer has uploaded.
        </Notice>
      )}
    </Page>
  )
}

/** Others find no such tab where nothing hangs, unless the last logo went while they looked. */
function EmptyWall({ profile, isOwn }: TabProps) {
  if (!isOwn)
    return <Notice title="Nothing hangs here yet">{profile.company} has not uploaded a logo so far.</Notice>
  return (
    <Notice
      title="Your wall is empty"
      action={
        <ButtonLink to="/submit" kind="primary">
          Upload your first logo
        </ButtonLink>
      }
    >
      Logos you upload hang here and on Fresh, and are entered for the next book.
    </Notice>
  )
}
