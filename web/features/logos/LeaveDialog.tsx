import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialog.module.css'
import styles from './LeaveDialog.module.css'

type Props = { isOpen: boolean; onStay: () => void; onLeave: () => void }

/** Asks before unsent work is lost. */
export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={open => open || onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogStyles.scrim} />
        <AlertDialog.Popup className={dialogStyles.sheet}>
          <AlertDialog.Title className={dialogStyles.title}>Leave without submitting?</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>
            What you have entered here will be lost.
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button kind="primary" />}>Stay</AlertDialog.Close>
            <Button onClick={onLeave}>Leave</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
