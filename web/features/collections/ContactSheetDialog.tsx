import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { sheetCounts, sheetPapers } from '../../../shared/rules/contact-sheet.ts'
import { downloadFile } from '../../lib/api/download-file.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Field.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import styles from './ContactSheetDialog.module.css'

/** A collection by its id, or as a client with the link sees it. */
export type SheetSource = { collection_id: number } | { link: string }

type Props = { collection: SheetSource; isOpen: boolean; onClose: () => void }

const paperNames = { a4: 'A4', letter: 'Letter' }
/** Countries in which paper is Letter; in all others it is A4. */
const usualPaper = () => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'letter' : 'a4')

/** Asks for paper and how many logos to a page, and downloads the contact sheet as a PDF. */
export default function ContactSheetDialog({ collection, isOpen, onClose }: Props) {
  const [paper, setPaper] = useState<string>(usualPaper)
  const [count, setCount] = useState('12')
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string>()

  const send = useSubmit(
    async () => {
      setIsPending(true)
      setFault(undefined)
      const query = new URLSearchParams({
        ...('link' in collection ? collection : { collection_id: String(collection.collection_id) }),
        per_page: count,
        paper,
      })
      await downloadFile(`/api/collections/sheet?${query}`).finally(() => setIsPending(false))
      onClose()
    },
    ({ body }) => setFault(body?.error ?? 'We couldn’t make the contact sheet. Please try again.'),
  )

  return (
    <Dialog.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.scrim} forceRender />
        <DialogPopup className={dialogStyles.sheet}>
          <Dialog.Title className={dialogStyles.title}>Contact sheet</Dialog.Title>
          <Dialog.Description className={styles.text}>
            A PDF to print or send, with the credit under each logo.
          </Dialog.Description>
          <form
            onSubmit={event => {
              event.preventDefault()
              void send()
            }}
          >
            <Segments
              label="Logos to a page"
              name="per_page"
              options={sheetCounts}
              chosen={count}
              onChange={event => setCount(event.target.value)}
            />
            <Segments
              label="Paper"
              name="paper"
              options={sheetPapers}
              names={paperNames}
              chosen={paper}
              onChange={event => setPaper(event.target.value)}
            />
            <p className={styles.fault} role="status">
              {fault}
            </p>
            <div className={styles.actions}>
              <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
              <Button kind="primary" type="submit" aria-disabled={isPending || undefined}>
                {isPending ? 'Making the PDF…' : 'Download PDF'}
              </Button>
            </div>
          </form>
        </DialogPopup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
