import { Heart } from 'lucide-react'
import type { Logo } from '../../../shared/api/logos.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import styles from './LikeButton.module.css'
import { useLike } from './queries.ts'

/** `action`: the heart over a tile; `count`: the heart beside its count; `full`: the detail's button. */
type Look = 'action' | 'count' | 'full'

export function LikeButton({ logo, look }: { logo: Logo; look: Look }) {
  const like = useLike()
  const count = formatNumber(logo.like_ct)
  return (
    <button
      type="button"
      className={styles.like}
      data-look={look}
      aria-pressed={logo.is_liked === 1}
      aria-label={look === 'full' ? undefined : `Like ${logo.logo}${look === 'count' ? `, ${count}` : ''}`}
      onClick={() => like(logo)}
    >
      <Heart size={look === 'count' ? 14 : 18} aria-hidden />
      {look === 'full' && 'Like'}
      {look !== 'action' && <span className={styles.count}>{count}</span>}
    </button>
  )
}

/** The count where the button is elsewhere. */
export function LikeCount({ logo }: { logo: Logo }) {
  return (
    <span className={styles.static} data-liked={logo.is_liked === 1 || undefined}>
      <Heart size={14} aria-hidden />
      <span className={styles.count}>{formatNumber(logo.like_ct)}</span>
      <span className="visually-hidden">{logo.like_ct === 1 ? 'like' : 'likes'}</span>
    </span>
  )
}
