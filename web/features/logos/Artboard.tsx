import { type DragEvent, useEffect, useRef, useState } from 'react'
import { CropMarks } from '../../ui/CropMarks.tsx'
import styles from './Artboard.module.css'

type Props = {
  /** What lies on it: the chosen picture's address, and its name. */
  picture?: { url: string; name: string }
  /** `id` of the line that says what is wrong with it. */
  noteId: string
  isWrong: boolean
  onFile: (file: File) => void
}

/** The square a logo is laid on: chosen, dropped or pasted. */
export function Artboard({ picture, noteId, isWrong, onFile }: Props) {
  const [isOver, setIsOver] = useState(false)

  const latestFile = useRef(onFile)
  useEffect(() => {
    latestFile.current = onFile
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      latestFile.current(file)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's shortcut to the chooser inside
    <div
      className={styles.board}
      data-over={isOver || undefined}
      data-full={picture ? true : undefined}
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <CropMarks gap={20} />
      {picture ? (
        <img className={styles.picture} src={picture.url} alt={`Your logo, ${picture.name}`} />
      ) : (
        <p className={styles.empty}>
          <strong>Drop your logo here</strong>
          <span>900 × 900 px, JPG, PNG or GIF, under 2 MB</span>
        </p>
      )}
      <label className={styles.chooser}>
        <input
          className="visually-hidden"
          type="file"
          accept="image/jpeg,image/png,image/gif"
          aria-describedby={noteId}
          aria-invalid={isWrong || undefined}
          onChange={event => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
            // The same file may be chosen again after it was mended.
            event.target.value = ''
          }}
        />
        {picture ? 'Choose another file' : 'Choose a file'}
      </label>
    </div>
  )
}
