import { AlertDialog } from '@base-ui/react/alert-dialog'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CancelDialog.module.css'

type Props = { isOpen: boolean; memberExpire: string | null; onKeep: () => void; onCancel: () => void }

/** Asks before the automatic payments end: they cannot be taken up again, only begun anew. */
export function CancelDialog({ isOpen, memberExpire, onKeep, onCancel }: Props) {
  const isPaidAhead = memberExpire !== null && Date.parse(`${memberExpire}T23:59:59.999Z`) > Date.now()
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={open => open || onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup className={styles.sheet}>
          <AlertDialog.Title className={styles.title}>Cancel your subscription?</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>
            There will be no more automatic payments.{' '}
            {isPaidAhead
              ? `You stay a member until ${formatDate(memberExpire)}, and may subscribe again any time.`
              : 'You may subscribe again any time.'}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button kind="primary" />}>Keep it</AlertDialog.Close>
            <Button onClick={onCancel}>Cancel Subscription</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
