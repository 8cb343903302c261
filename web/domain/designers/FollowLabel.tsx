import styles from './FollowLabel.module.css'

/** What a button to follow says. Who is followed already reads "Following", and "Unfollow" before pressing it. */
export function FollowLabel({ isFollowed }: { isFollowed: boolean }) {
  if (!isFollowed) return 'Follow'
  return (
    <span className={styles.label}>
      <span>Following</span>
      <span>Unfollow</span>
    </span>
  )
}
