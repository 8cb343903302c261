import styles from './Undone.module.css'

/** A score that was taken back from a tile. */
export type UndoneScore = { assignment_id: number; score: number }

/** Shows over a tile, for a moment, the score that was taken back. Its place is a container. */
export const Undone = ({ score, onEnd }: { score: number; onEnd: () => void }) => (
  <span className={styles.undone} onAnimationEnd={onEnd} aria-hidden>
    {score}
  </span>
)
