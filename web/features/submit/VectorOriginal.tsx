import { useEffect, useId, useRef, useState } from 'react'
import type { FoundLogo } from '../../../shared/api/logos.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { maxVectorBytes, vectorKindOf, vectorMessages } from '../../../shared/rules/vector.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { Chooser } from './Artboard.tsx'
import { useSetVector } from './queries.ts'
import { UploadProgress } from './UploadProgress.tsx'
import styles from './VectorOriginal.module.css'

const accept = '.svg,.pdf,.eps,.ai,image/svg+xml,application/pdf,application/postscript'

/** What is wrong with a chosen file, if it is refused before it is sent. */
async function checkFile(file: File): Promise<string | undefined> {
  if (file.size > maxVectorBytes) return vectorMessages.bytes
  const head = await file
    .slice(0, 64_000)
    .arrayBuffer()
    .catch(() => undefined)
  if (!head) return 'This file couldn’t be read. Please choose it again.'
  return vectorKindOf(new Uint8Array(head)) ? undefined : vectorMessages.kind
}

function refusalOf(error: unknown) {
  if (!(error instanceof CallError)) return undefined
  return error.status === 0 ? 'The connection was lost. Please try again.' : error.body.error
}

type Props = { logo: FoundLogo; onSending: (is: boolean) => void }

/** The logo's vector original, for print: added, replaced, downloaded and removed on its own, at once. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state, of a file that is chosen, sent, shown and removed
export function VectorOriginal({ logo, onSending }: Props) {
  const { vector } = logo
  const { mutate, isPending, error, variables, data, reset } = useSetVector(logo.logo_id)
  const [fault, setFault] = useState<string>()
  const [part, setPart] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const sending = useRef<AbortController>(undefined)
  const chooser = useRef<HTMLInputElement>(null)
  const isRemoving = useRef(false)
  const noteId = useId()
  const isSending = isPending && variables !== null
  useEffect(() => onSending(isSending), [isSending, onSending])
  useEffect(() => () => sending.current?.abort(), [])

  const choose = async (file: File) => {
    reset()
    const fault = await checkFile(file)
    setFault(fault)
    if (fault) return
    setPart(0)
    sending.current = new AbortController()
    mutate({ file, onProgress: setPart, signal: sending.current.signal })
  }
  const wrong = fault ?? refusalOf(error)
  return (
    <section className={styles.vector} aria-labelledby={`${noteId}-title`}>
      <div className={styles.words}>
        <h2 id={`${noteId}-title`} className={styles.title}>
          Vector for print
        </h2>
        {vector && (
          <a className={styles.file} href={`/api/logos/vector?logo_id=${logo.logo_id}`} download>
            {vector}
          </a>
        )}
        <FieldNote
          id={noteId}
          error={wrong}
          hint={
            vector
              ? 'Only you and the book’s editors can download it.'
              : 'SVG, PDF, EPS or AI, up to 20 MB. It’s for the printed book: only you and its editors can download it.'
          }
        />
        <p role="status" className="visually-hidden">
          {data && `${data} is saved.`}
          {data === null && 'The vector file is removed.'}
        </p>
        {isSending && <UploadProgress part={part} of={variables.file.name} />}
      </div>
      <div className={styles.buttons}>
        {isSending ? (
          <Button onClick={() => sending.current?.abort()}>Cancel</Button>
        ) : (
          vector && (
            <Button
              kind="quiet"
              aria-disabled={isPending || undefined}
              onClick={() => {
                isRemoving.current = false
                setIsAsking(true)
              }}
            >
              {isPending ? 'Removing…' : 'Remove'}
            </Button>
          )
        )}
        <Chooser
          inputRef={chooser}
          noteId={noteId}
          accept={accept}
          isWrong={Boolean(wrong)}
          isDisabled={isSending}
          onFiles={([file]) => file && void choose(file)}
        >
          {isSending ? 'Sending…' : vector ? 'Replace vector file' : 'Add vector file'}
        </Chooser>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove the vector file of “${logo.logo}”?`}
        cancel="Keep it"
        confirm="Remove"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          setFault(undefined)
          isRemoving.current = true
          if (!isPending) mutate(null)
        }}
        // The button that asked goes with the file.
        finalFocus={() => (isRemoving.current ? chooser.current : true)}
      >
        The logo and its picture stay as they are.
      </ConfirmDialog>
    </section>
  )
}
