import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './Question.module.css'

type Props = {
  isOpen: boolean
  title: string
  children?: ReactNode
  /** The harmless answer, and the other. */
  stay: string
  go: string
  onStay: () => void
  onGo: () => void
}

/** Asks before something is lost. */
export function Question({ isOpen, title, children, stay, go, onStay, onGo }: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={open => open || onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.scrim} />
        <AlertDialog.Popup className={styles.sheet}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{children}</AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button kind="primary" />}>{stay}</AlertDialog.Close>
            <Button onClick={onGo}>{go}</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
