import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../shared/api/designers.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { placeName } from '../../../shared/rules/place-name.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import styles from './ProfileHeader.module.css'

type Props = {
  profile: Profile
  /** The primary action. */
  action?: ReactNode
  /** Whether the viewer may see who follows and is followed. */
  hasLists?: boolean
}

/** Who a designer is. */
export function ProfileHeader({ profile, action, hasLists }: Props) {
  const town = placeName(profile)
  return (
    <header className={styles.head}>
      <Avatar url={profile.avatar_url} size={72} />
      <div>
        <h1 className={styles.company} tabIndex={-1}>
          {profile.company}
        </h1>
        <p className={styles.line}>
          {town && <span>{town}</span>}
          {profile.url && (
            <a href={withScheme(profile.url)} rel="noopener nofollow" target="_blank">
              {shortUrl(profile.url)}
            </a>
          )}
        </p>
      </div>
      <div className={styles.facts}>
        <dl className={styles.counts}>
          <Count name={profile.logo_count === 1 ? 'logo' : 'logos'} value={profile.logo_count} />
          <Count name={profile.award_count === 1 ? 'award' : 'awards'} value={profile.award_count} />
          <Count
            name={profile.follower_count === 1 ? 'follower' : 'followers'}
            value={profile.follower_count}
            to={hasLists ? '?tab=followers' : undefined}
          />
          <Count
            name="following"
            value={profile.following_count}
            to={hasLists ? '?tab=followers&list=following' : undefined}
          />
        </dl>
        {action}
      </div>
    </header>
  )
}

function Count({ name, value, to }: { name: string; value: number; to?: string }) {
  const number = formatNumber(value)
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>
        {to ? (
          <Link to={to} className={styles.list} aria-label={`${number} ${name}`}>
            {number}
          </Link>
        ) : (
          number
        )}
      </dd>
    </div>
  )
}

/** An external link; only http and https addresses are links. */
const withScheme = (url: string) => (/^https?:\/\//i.test(url) ? url : `http://${url}`)

/** `www.rook.studio/` as `rook.studio` */
const shortUrl = (url: string) =>
  url
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
