import type { Profile } from '../../../shared/api/designers.ts'
import { useFollow } from '../../lib/follow.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import styles from './FollowButton.module.css'

/** Follows a designer, or no longer; a visitor is invited to become a member. */
export function FollowButton({ designer }: { designer: Profile }) {
  const session = useSession()
  const { toggle, isPending } = useFollow(designer)
  return (
    <span className={styles.follow}>
      {session ? (
        <Button
          kind={designer.is_followed ? 'secondary' : 'primary'}
          aria-disabled={isPending || undefined}
          onClick={toggle}
        >
          {designer.is_followed ? 'Unfollow' : 'Follow'}
        </Button>
      ) : (
        <ButtonLink kind="primary" to="/join">
          Follow
        </ButtonLink>
      )}
    </span>
  )
}
