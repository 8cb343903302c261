import styles from './Progress.module.css'

/** How much of an upload has left, 0 to 1; then it is being stored. */
export function Progress({ part, of }: { part: number; of: string }) {
  return (
    <progress
      className={styles.progress}
      value={part < 1 ? part : undefined}
      aria-label={part < 1 ? `Sending ${of}` : `Storing ${of}`}
    />
  )
}
