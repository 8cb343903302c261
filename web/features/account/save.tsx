import { Button } from '../../ui/controls/Button.tsx'
import styles from './Form.module.css'

/** A form's submit button with its pending state. */
export function SaveEnd({ isSaving, label = 'Save Changes' }: { isSaving: boolean; label?: string }) {
  return (
    <div className={styles.end}>
      <Button kind="primary" type="submit" disabled={isSaving} aria-busy={isSaving}>
        {isSaving && <span className={styles.spinner} aria-hidden />}
        {isSaving ? 'Saving…' : label}
      </Button>
    </div>
  )
}
