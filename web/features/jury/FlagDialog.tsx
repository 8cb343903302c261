import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { maxLength } from '../../../shared/rules/limits.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments, TextArea } from '../../ui/controls/Field.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './FlagDialog.module.css'

type Reason = 'copy' | 'rules'
type Props = {
  name: string
  isOpen: boolean
  onClose: () => void
  onFlag: (reason: Reason, text: string) => void
}

/** The dialog that reports a tile to the chair. */
export function FlagDialog({ name, isOpen, onClose, onFlag }: Props) {
  const [reason, setReason] = useState<Reason>('copy')
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const send = () => {
    if (!text.trim()) return setError('Say in a few words what is wrong.')
    onFlag(reason, text.trim())
    setText('')
    setError('')
    onClose()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} />
        <DialogPopup className={dialogStyles.sheet}>
          <Dialog.Title className={dialogStyles.title}>Flag “{name}” to the chair</Dialog.Title>
          <Dialog.Description className={styles.text}>
            Score it as usual. The chair will decide about the flag.
          </Dialog.Description>
          <form
            onSubmit={event => {
              event.preventDefault()
              send()
            }}
          >
            <Segments
              label="What is wrong"
              options={['copy', 'rules']}
              names={{ copy: 'Looks copied', rules: 'Breaks the rules' }}
              chosen={reason}
              name="reason"
              onChange={event => setReason(event.target.value === 'rules' ? 'rules' : 'copy')}
            />
            <TextArea
              label="In a few words"
              value={text}
              maxLength={maxLength.description}
              error={error}
              onChange={event => setText(event.target.value)}
            />
            <div className={styles.actions}>
              <Button kind="primary" type="submit">
                Flag it
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
          </form>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
