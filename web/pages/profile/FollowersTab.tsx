import { useSearchParams } from 'react-router'
import { Page } from '../../domain/page/Page.tsx'
import { People } from '../../features/designers/People.tsx'
import { ProfileTop } from './ProfileTop.tsx'
import type { TabProps } from './tabs.ts'

/** Followers and followed designers, linked from the header's figures instead of a tab. */
export function FollowersTab({ profile, isOwn }: TabProps) {
  const [query] = useSearchParams()
  const list = query.get('list') === 'following' ? 'following' : 'followers'
  const page = query.get('page') ?? '1'
  return (
    <Page title={`${list === 'followers' ? 'Followers' : 'Following'} · ${profile.company}`}>
      <ProfileTop profile={profile} />
      <People
        profile={profile}
        isOwn={isOwn}
        list={list}
        page={/^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1}
      />
    </Page>
  )
}
