import { Button } from '../../ui/controls/Button.tsx'
import styles from './Form.module.css'

type Props = {
  isSaving: boolean
  label?: string
  /** Why the form has to wait, after too many saves. */
  fault: string | undefined
}

/** A form's submit button with its pending state. */
export function SaveEnd({ isSaving, label = 'Save Changes', fault }: Props) {
  return (
    <div className={styles.end}>
      <Button kind="primary" type="submit" disabled={isSaving} aria-busy={isSaving}>
        {isSaving && <span className={styles.spinner} aria-hidden />}
        {isSaving ? 'Saving…' : label}
      </Button>
      <p className={styles.wait} role="status">
        {fault}
      </p>
    </div>
  )
}
