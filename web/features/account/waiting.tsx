import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Form.module.css'

/** A form on its way: a label, a box and a line for each field. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className={styles.form} role="status" aria-label="Loading">
      {Array.from({ length: fields }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={i} className={styles.coming}>
          <span className={styles.bar} />
          <span className={styles.box} />
        </span>
      ))}
    </div>
  )
}

export function NotArrived({ what, onAgain }: { what: string; onAgain: () => void }) {
  return (
    <Notice
      title={`${what} did not arrive`}
      action={
        <Button kind="primary" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      Nothing has changed. The gallery did not answer as it should.
    </Notice>
  )
}
