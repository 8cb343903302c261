import type { Logo } from '../../../shared/api/logos.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { Heart } from '../../ui/display/icons.tsx'
import styles from './LikeButton.module.css'
import { useLike } from './likes.ts'

/** `tile`: the heart and its count in a caption; `full`: the detail's button. */
type Variant = 'tile' | 'full'

export function LikeButton({ logo, variant }: { logo: Logo; variant: Variant }) {
  const like = useLike()
  const count = formatNumber(logo.like_ct)
  return (
    <button
      type="button"
      className={styles.like}
      data-variant={variant}
      aria-pressed={logo.is_liked === 1}
      aria-label={variant === 'tile' ? `Like ${logo.logo}, ${count}` : undefined}
      aria-keyshortcuts="L"
      onClick={() => like(logo)}
    >
      <Heart size={variant === 'tile' ? 14 : 18} />
      {variant === 'full' && 'Like'}
      <span className={styles.count}>{count}</span>
    </button>
  )
}
