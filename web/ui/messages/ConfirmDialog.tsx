import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import styles from './ConfirmDialog.module.css'
import dialogStyles from './Dialog.module.css'
import { DialogPopup } from './DialogPopup.tsx'

type Props = {
  isOpen: boolean
  title: string
  children?: ReactNode
  /** Labels of the safe and the destructive button. */
  cancel: string
  confirm: string
  onCancel: () => void
  onConfirm: () => void
  /** The element that gets the focus afterwards; by default the one that had it before. */
  finalFocus?: ComponentProps<typeof DialogPopup>['finalFocus']
}

/** Asks for confirmation before something is lost. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  cancel,
  confirm,
  onCancel,
  onConfirm,
  finalFocus,
}: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={open => open || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup className={dialogStyles.sheet} finalFocus={finalFocus}>
          <AlertDialog.Title className={dialogStyles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{children}</AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button kind="primary" />}>{cancel}</AlertDialog.Close>
            <Button onClick={onConfirm}>{confirm}</Button>
          </div>
        </DialogPopup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
