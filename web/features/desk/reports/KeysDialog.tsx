import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../../../ui/controls/Button.tsx'
import dialogStyles from '../../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../../ui/messages/DialogPopup.tsx'
import styles from './Reports.module.css'

const keys = [
  ['J, K', 'Next, previous'],
  ['1 to 5', 'Choose a decision'],
  ['↵', 'Confirm it and open the next'],
  ['Z', 'Undo, within five seconds'],
  ['X', 'Select, to decide several together'],
  ['Esc', 'Leave the reason field'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const

/** The room's keys. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup className={dialogStyles.sheet}>
          <Dialog.Title className={dialogStyles.title}>Keys</Dialog.Title>
          <dl className={styles.keys}>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <Dialog.Close render={<Button kind="primary" />}>Close</Dialog.Close>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
