import { useEffect, useId, useRef, useState } from 'react'
import { CropMarks } from '../../ui/CropMarks.tsx'
import { FieldNote } from '../../ui/Field.tsx'
import styles from './Artboard.module.css'

type Props = {
  /** What lies on it: the chosen picture's address, and its name. */
  picture?: { url: string; name: string }
  /** What is wrong with the chosen file. */
  error?: string
  hint?: string
  onFile: (file: File) => void
}

/** The square a logo is laid on: chosen, dropped or pasted. */
export function Artboard({ picture, error, hint, onFile }: Props) {
  const [isOver, setIsOver] = useState(false)
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)

  const latestFile = useRef(onFile)
  useEffect(() => {
    latestFile.current = onFile
  })
  // The whole page takes what is dropped or pasted: beside the board, the browser would leave the page for the file.
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined) => {
      if (!files?.length) return
      event.preventDefault()
      latestFile.current(files[0]!)
    }
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData?.files)
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      take(event, event.dataTransfer?.files)
    }
    addEventListener('paste', paste)
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('paste', paste)
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])

  return (
    <div className={styles.artboard}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's shortcut to the chooser below */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the chooser itself */}
      <div className={styles.board} data-over={isOver || undefined} onClick={() => input.current?.click()}>
        <CropMarks gap={16} />
        {picture ? (
          <img className={styles.picture} src={picture.url} alt={`Your logo, ${picture.name}`} />
        ) : (
          <p className={styles.empty}>
            <strong>Drop your logo here</strong>
            <span>900 × 900 px, JPG, PNG or GIF, under 2 MB</span>
          </p>
        )}
      </div>
      <div className={styles.below}>
        <FieldNote id={noteId} error={error} hint={hint} />
        <label className={styles.chooser}>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept="image/jpeg,image/png,image/gif"
            aria-describedby={noteId}
            aria-invalid={error ? true : undefined}
            onChange={event => {
              const file = event.target.files?.[0]
              if (file) onFile(file)
              // The same file may be chosen again after it was mended.
              event.target.value = ''
            }}
          />
          {picture ? 'Choose another' : 'Choose a file'}
        </label>
      </div>
    </div>
  )
}
