import type { Logo } from '../../../shared/api/logos.ts'
import { FollowLabel } from '../../domain/designers/FollowLabel.tsx'
import { useFollow } from '../../domain/designers/follow.ts'

/** Follows or unfollows the logo's designer. */
export function LogoFollowButton({ logo, className }: { logo: Logo; className?: string }) {
  const { toggle, isPending } = useFollow(logo)
  return (
    <button
      type="button"
      className={className}
      aria-keyshortcuts="F"
      onClick={toggle}
      data-followed={logo.is_followed === 1 || undefined}
      aria-disabled={isPending}
    >
      <FollowLabel isFollowed={logo.is_followed === 1} />
      <span className="visually-hidden"> {logo.company}</span>
    </button>
  )
}
