import type { Logo } from '../../../shared/api/logos.ts'
import { useFollow } from '../../lib/follow.ts'
import { Button } from '../../ui/Button.tsx'

/** Follows the logo's designer, or no longer. */
export function FollowButton({ logo }: { logo: Logo }) {
  const { toggle, isPending } = useFollow(logo)
  const action = logo.is_followed === 1 ? 'Unfollow' : 'Follow'
  return (
    <Button onClick={toggle} aria-disabled={isPending} aria-label={`${action} ${logo.company}`}>
      {action}
    </Button>
  )
}
