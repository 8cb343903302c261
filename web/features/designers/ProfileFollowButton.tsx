import type { Profile } from '../../../shared/api/designers.ts'
import { FollowLabel } from '../../domain/designers/FollowLabel.tsx'
import { useFollow } from '../../domain/designers/follow.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import styles from './ProfileFollowButton.module.css'

/** Follows or unfollows a designer; a visitor is invited to become a member. */
export function ProfileFollowButton({ designer }: { designer: Profile }) {
  const session = useSession()
  const { toggle, isPending } = useFollow(designer)
  return (
    <span className={styles.follow}>
      {session ? (
        <Button
          kind={designer.is_followed ? 'secondary' : 'primary'}
          aria-disabled={isPending || undefined}
          aria-keyshortcuts="F"
          onClick={toggle}
        >
          <FollowLabel isFollowed={designer.is_followed === 1} />
        </Button>
      ) : (
        <ButtonLink kind="primary" to="/join" aria-keyshortcuts="F">
          Follow
        </ButtonLink>
      )}
    </span>
  )
}
