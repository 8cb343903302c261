import { useLocation } from 'react-router'
import type { Profile } from '../../../shared/api/designers.ts'
import { useFollow } from '../../lib/follow.ts'
import { loginPath, useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import styles from './FollowButton.module.css'

/** Follows a designer, or no longer; a visitor signs in first. */
export function FollowButton({ designer }: { designer: Profile }) {
  const session = useSession()
  const { pathname, search } = useLocation()
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
        <ButtonLink kind="primary" to={loginPath(pathname + search)}>
          Follow
        </ButtonLink>
      )}
    </span>
  )
}
