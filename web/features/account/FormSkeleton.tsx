import styles from './Form.module.css'

/** A form's skeleton: a label, a box and a line for each field. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className={styles.form} role="status" aria-label="Loading">
      {Array.from({ length: fields }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <span key={i} className={styles.coming}>
          <span className={styles.bar} />
          <span className={styles.box} />
        </span>
      ))}
    </div>
  )
}
