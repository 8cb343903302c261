import { type ReactNode, useId, useRef } from 'react'
import { useDroppedFiles } from '../../lib/browser/dropped-files.ts'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { CropMarks } from '../../ui/display/CropMarks.tsx'
import styles from './Artboard.module.css'

type Props = {
  /** The chosen picture: its URL and file name. */
  picture?: { url: string; name: string }
  /** The error of the chosen file. */
  error?: string
  hint?: string
  isDisabled?: boolean
  /** What can be done with a wrong file. */
  action?: ReactNode
  onFiles: (files: File[], isMore: boolean) => void
}

/** A square that takes one or several files, chosen, dropped or pasted. */
export function Artboard({ picture, error, hint, isDisabled, action, onFiles }: Props) {
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDroppedFiles(files => isDisabled || onFiles(files, false))

  return (
    <div className={styles.artboard}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's shortcut to the chooser */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the chooser itself */}
      <div
        className={styles.board}
        data-over={isOver || undefined}
        data-still={isDisabled || undefined}
        onClick={() => input.current?.click()}
      >
        <CropMarks gap={16} />
        {picture ? (
          <BoardPicture {...picture} />
        ) : (
          <p className={styles.empty}>
            <strong>Drop or choose your logo</strong>
            <span>900 × 900 px, JPG, PNG or GIF, under 2&nbsp;MB</span>
            <span>Add several at once. Other pictures can be fitted.</span>
          </p>
        )}
      </div>
      {/* Without a picture the chooser is on the board. It is the same element before and after, so that it keeps the focus. */}
      <div className={styles.below} data-empty={!picture || undefined}>
        <FieldNote id={noteId} error={error} hint={hint} />
        {action}
        <div className={styles.choosers}>
          {picture && (
            <Chooser isDisabled={isDisabled} onFiles={files => onFiles(files, true)} isQuiet>
              Add more
            </Chooser>
          )}
          <Chooser
            inputRef={input}
            noteId={noteId}
            isWrong={Boolean(error)}
            isDisabled={isDisabled}
            onFiles={files => onFiles(files, false)}
          >
            {picture ? 'Choose another' : 'Choose a file'}
          </Chooser>
        </div>
      </div>
    </div>
  )
}

/** Adds files to a queue: chosen, dropped or pasted. */
export function MoreFiles({ isDisabled, onFiles }: Pick<Props, 'isDisabled' | 'onFiles'>) {
  const isOver = useDroppedFiles(files => isDisabled || onFiles(files, true))
  return (
    <Chooser isDisabled={isDisabled} isOver={isOver} onFiles={files => onFiles(files, true)}>
      Add more
    </Chooser>
  )
}

/** A read-only artboard; empty while the picture loads. */
export function StillBoard({ picture, note }: { picture?: { url: string; name: string }; note: ReactNode }) {
  return (
    <div className={styles.artboard}>
      <div className={styles.board} data-still>
        <CropMarks gap={16} />
        {picture && <BoardPicture {...picture} />}
      </div>
      <div className={styles.below}>
        <FieldNote hint={note} />
      </div>
    </div>
  )
}

const BoardPicture = ({ url, name }: { url: string; name: string }) => (
  <img className={styles.picture} src={url} alt={`Your logo, ${name}`} />
)

type ChooserProps = {
  children: string
  onFiles: (files: File[]) => void
  inputRef?: React.Ref<HTMLInputElement>
  noteId?: string
  isWrong?: boolean
  isDisabled?: boolean
  isQuiet?: boolean
  /** Media types and extensions; pictures unless said. */
  accept?: string
  /** Whether files are dragged over the page. */
  isOver?: boolean
}

/** Chooses files from the device. */
export function Chooser({
  children,
  onFiles,
  inputRef,
  noteId,
  isWrong,
  isDisabled,
  isQuiet,
  accept = 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/svg+xml',
  isOver,
}: ChooserProps) {
  return (
    <label className={styles.chooser} data-quiet={isQuiet} data-over={isOver || undefined}>
      <input
        ref={inputRef}
        className="visually-hidden"
        type="file"
        multiple
        accept={accept}
        disabled={isDisabled}
        aria-describedby={noteId}
        aria-invalid={isWrong || undefined}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          if (files.length) onFiles(files)
          // Reset, so that the same file can be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
