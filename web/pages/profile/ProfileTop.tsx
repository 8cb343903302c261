import type { ReactNode } from 'react'
import type { Profile } from '../../../shared/api/designers.ts'
import ReportButton from '../../domain/moderation/ReportButton.tsx'
import ShareButton from '../../domain/page/ShareButton.tsx'
import BlockButton from '../../features/designers/BlockButton.tsx'
import { ProfileFollowButton } from '../../features/designers/ProfileFollowButton.tsx'
import { ProfileHeader } from '../../features/designers/ProfileHeader.tsx'
import { useSession } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { TabLink, TabRow } from '../../ui/controls/TabRow.tsx'
import styles from './ProfileTop.module.css'
import { type Tab, tabs, visibleTabs } from './tabs.ts'

type Props = { profile: Profile; tab?: Tab; count?: number; children?: ReactNode }

/** The profile's header and tabs; `count`: items in the open tab. */
export function ProfileTop({ profile, tab, count, children }: Props) {
  const session = useSession()
  const isOwn = session?.designerId === profile.designer_id
  const share = (
    <ShareButton path={`/designers/${profile.slug}`} title={profile.company} className={styles.report} />
  )
  return (
    <>
      <ProfileHeader
        profile={profile}
        hasLists={Boolean(session)}
        action={
          isOwn ? (
            <>
              <ButtonLink to="/account/edit-profile">Edit Profile</ButtonLink>
              <p className={styles.quiet}>{share}</p>
            </>
          ) : (
            session !== undefined && (
              <>
                <ProfileFollowButton designer={profile} />
                <p className={styles.quiet}>
                  {share}
                  <ReportButton
                    kind="designer"
                    id={profile.designer_id}
                    name={profile.company}
                    className={styles.report}
                  />
                  {session && <BlockButton designer={profile} />}
                </p>
              </>
            )
          )
        }
      />
      {children}
      <div className={styles.tabs}>
        <TabRow label="Profile" current={tab}>
          {visibleTabs(profile, session ?? null).map(name => (
            <TabLink
              key={name}
              // Awards are for members: a visitor is invited to join.
              to={name === 'awards' && !session ? '/join' : `?tab=${name}`}
              isCurrent={name === tab}
            >
              {tabs[name]}
              {name === tab && count !== undefined && <span className={styles.count}>{count}</span>}
            </TabLink>
          ))}
        </TabRow>
      </div>
    </>
  )
}
