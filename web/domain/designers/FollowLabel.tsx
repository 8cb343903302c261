import styles from './FollowLabel.module.css'

/** The label of a button to follow: "Following", and on hover "Unfollow", for a designer who is followed already. */
export function FollowLabel({ isFollowed }: { isFollowed: boolean }) {
  if (!isFollowed) return 'Follow'
  return (
    <span className={styles.label}>
      <span>Following</span>
      <span>Unfollow</span>
    </span>
  )
}
