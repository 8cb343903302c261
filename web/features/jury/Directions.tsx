import { Dialog } from '@base-ui/react/dialog'
import type { Round } from '../../../shared/rules/books.ts'
import { Button } from '../../ui/controls/Button.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './Directions.module.css'

const firstScale: [string, string][] = [
  ['0', 'No'],
  ['1', 'Competent'],
  ['2', 'Worthy of the book'],
  ['3', 'Must be in'],
]
const borderScale: [string, string][] = [
  ['0 – 9', 'The finer scale of the border round, 0 the lowest'],
  ['T', 'Ten, the highest'],
]
const keys: [string, string][] = [
  ['← → ↑ ↓', 'Move between tiles. To change a score, go back and press another digit.'],
  ['Enter', 'Large view on or off'],
  ['U', 'Undo: back to the tile you scored last'],
  ['S', 'Skip: you’ll see this tile again at the end'],
  ['V', 'Save from the cut: puts the logo through to the border round, whatever it scores'],
  ['K', 'I know this work: pass it on to another juror'],
  ['F', 'Flag it to the chair: copied, or against the rules'],
  ['R O B M', 'Hold to look: reversed, one colour, blurred, mirrored'],
  ['?', 'This help'],
]

/** The dialog that explains the bench. */
export function Directions({
  stage,
  isOpen,
  onClose,
}: {
  stage: Round
  isOpen: boolean
  onClose: () => void
}) {
  const rows = [...(stage === 'first' ? firstScale : borderScale), ...keys]
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup className={dialogStyles.sheet}>
          <Dialog.Title className={dialogStyles.title}>How to judge</Dialog.Title>
          <Dialog.Description className={styles.text}>
            Judge the mark, not the client. You see its title and industry, never whose it is. There’s no
            hurry: what you decide is kept on this device and sent when there’s a connection.
          </Dialog.Description>
          <dl className={styles.keys}>
            {rows
              .filter(([key]) => stage === 'first' || key !== 'V')
              .map(([key, text]) => (
                <div key={key}>
                  <dt>{key}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
          <p className={styles.text}>
            On a phone, the buttons are at the lower edge; a swipe moves to another tile and never scores.
          </p>
          <Dialog.Close render={<Button kind="primary" />}>Close</Dialog.Close>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
