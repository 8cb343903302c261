import { type ComponentProps, type RefObject, useId, useState } from 'react'
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

/** The member's picture: chosen or dropped, then cropped to a square. */
export function AvatarPicker({ input, url, error, onChange }: Props) {
  const { choose, cropping, endCropping } = useCropping(onChange)
  const id = useId()
  const isOver = useDroppedFiles(([file]) => file && void choose(file))

  return (
    <fieldset className={styles.picker} data-over={isOver || undefined}>
      <legend className="visually-hidden">Picture</legend>
      <Avatar url={url} size={96} />
      <div className={styles.side}>
        <div className={styles.actions}>
          <FileChooser
            ref={input}
            aria-describedby={id}
            aria-invalid={error ? true : undefined}
            onChoose={file => void choose(file)}
          >
            {url ? 'Change picture' : 'Choose a picture'}
          </FileChooser>
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
            endCropping()
          }}
          onCancel={endCropping}
        />
      )}
    </fieldset>
  )
}

/** The chosen picture while it is cropped. A file that is refused goes to `onChange` with its error. */
function useCropping(onChange: Props['onChange']) {
  const [cropping, setCropping] = useState<{ picture: ImageBitmap; name: string }>()
  const choose = async (file: File) => {
    const fault = checkAvatarFile(new Uint8Array(await file.arrayBuffer()))
    if (fault) return onChange(undefined, fault)
    // Applies the photograph's EXIF orientation.
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
    if (!picture) return onChange(undefined, avatarMessages.kind)
    setCropping({ picture, name: file.name })
  }
  return { choose, cropping, endCropping: () => setCropping(undefined) }
}

type FileChooserProps = Pick<ComponentProps<'input'>, 'ref' | 'aria-describedby' | 'aria-invalid'> & {
  onChoose: (file: File) => void
  children: string
}

/** A button that asks the browser for a picture of a kind that an avatar may have. */
const FileChooser = ({ onChoose, children, ...input }: FileChooserProps) => (
  <label className={styles.chooser}>
    <input
      {...input}
      className="visually-hidden"
      type="file"
      accept="image/jpeg,image/png,image/gif,image/webp"
      onChange={event => {
        const file = event.target.files?.[0]
        if (file) onChoose(file)
        // Reset, so that the same file can be chosen again.
        event.target.value = ''
      }}
    />
    {children}
  </label>
)
