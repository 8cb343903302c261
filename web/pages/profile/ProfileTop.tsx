import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../shared/api/designers.ts'
import { FollowButton } from '../../features/designers/FollowButton.tsx'
import { ProfileHeader } from '../../features/designers/ProfileHeader.tsx'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import styles from './ProfileTop.module.css'
import { type Tab, tabs, visibleTabs } from './tabs.ts'

type Props = { profile: Profile; tab?: Tab; count?: number; children?: ReactNode }

/** Who it is, and the tabs; `count` of what is in the open one. */
export function ProfileTop({ profile, tab, count, children }: Props) {
  const session = useSession()
  const isOwn = session?.designerId === profile.designer_id
  const row = useRef<HTMLElement>(null)
  // On a small phone the row is wider than the page, and the open tab may stand outside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab stands elsewhere
  useEffect(() => {
    const open = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const box = row.current?.getBoundingClientRect()
    if (open && box) row.current?.scrollBy({ left: open.left + open.width / 2 - box.left - box.width / 2 })
  }, [tab])
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
      <nav ref={row} className={styles.tabs} aria-label="Profile">
        {visibleTabs(profile, session ?? null).map(name => (
          <Link
            key={name}
            // What came into the books is for members: a visitor is invited to become one.
            to={name === 'awards' && !session ? '/join' : `?tab=${name}`}
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
