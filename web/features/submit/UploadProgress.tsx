import styles from './UploadProgress.module.css'

/** The share of an upload that has been sent, 0 to 1; at 1 the server is storing it. */
export function UploadProgress({ part, of }: { part: number; of: string }) {
  return (
    <progress
      className={styles.progress}
      value={part < 1 ? part : undefined}
      aria-label={part < 1 ? `Sending ${of}` : `Storing ${of}`}
    />
  )
}
