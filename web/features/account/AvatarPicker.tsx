import { type RefObject, useId, useState } from 'react'
import { avatarMessages, checkAvatarFile } from '../../../shared/rules/avatar.ts'
import { useDroppedFiles } from '../../lib/browser/dropped-files.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import styles from './AvatarPicker.module.css'
import { CropDialog } from './CropDialog.tsx'

/** A cropped, encoded square picture. */
export type NewAvatar = { dataUrl: string; name: string }

type Props = {
  /** The field of the file, which gets the focus when the picture is refused. */
  input: RefObject<HTMLInputElement | null>
  /** The URL of the current picture; empty for none. */
  url: string
  error?: string
  /** Gets a new picture, null for none, or the error of the chosen file. */
  onChange: (avatar: NewAvatar | null | undefined, error?: string) => void
}

/** The member's picture: chosen or dropped, then cropped to a square. Long for its markup. */
export function AvatarPicker({ input, url, error, onChange }: Props) {
  const [cropping, setCropping] = useState<{ picture: ImageBitmap; name: string }>()
  const id = useId()

  const choose = async (file: File) => {
    const fault = checkAvatarFile(new Uint8Array(await file.arrayBuffer()))
    if (fault) return onChange(undefined, fault)
    // Applies the photograph's EXIF orientation.
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
    if (!picture) return onChange(undefined, avatarMessages.kind)
    setCropping({ picture, name: file.name })
  }

  const isOver = useDroppedFiles(([file]) => file && void choose(file))

  return (
    <fieldset className={styles.picker} data-over={isOver || undefined}>
      <legend className="visually-hidden">Picture</legend>
      <Avatar url={url} size={96} />
      <div className={styles.side}>
        <div className={styles.actions}>
          <label className={styles.chooser}>
            <input
              ref={input}
              className="visually-hidden"
              type="file"
              accept="image/jpeg,image/png,image/gif,image/webp"
              aria-describedby={id}
              aria-invalid={error ? true : undefined}
              onChange={event => {
                const file = event.target.files?.[0]
                if (file) void choose(file)
                // Reset, so that the same file can be chosen again.
                event.target.value = ''
              }}
            />
            {url ? 'Change picture' : 'Choose a picture'}
          </label>
          {url && (
            <Button
              kind="quiet"
              onClick={() => {
                onChange(null)
                input.current?.focus()
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <FieldNote id={id} error={error} hint="Or drop one here: JPG, PNG, GIF or WebP, up to 5 MB" />
      </div>
      {cropping && (
        <CropDialog
          picture={cropping.picture}
          onDone={dataUrl => {
            onChange({ dataUrl, name: cropping.name })
            setCropping(undefined)
          }}
          onCancel={() => setCropping(undefined)}
        />
      )}
    </fieldset>
  )
}
