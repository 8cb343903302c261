import type { Logo } from '../../../shared/api/logos.ts'
import { useFollow } from '../../domain/designers/follow.ts'

/** Follows or unfollows the logo's designer. */
export function LogoFollowButton({ logo, className }: { logo: Logo; className?: string }) {
  const { toggle, isPending } = useFollow(logo)
  const action = logo.is_followed === 1 ? 'Unfollow' : 'Follow'
  return (
    <button
      type="button"
      className={className}
      onClick={toggle}
      aria-disabled={isPending}
      aria-label={`${action} ${logo.company}`}
    >
      {action}
    </button>
  )
}
