import { useId, useState } from 'react'
import { checkAvatarFile } from '../../../../shared/rules/avatar.ts'
import writing from '../../../domain/desk/Writing.module.css'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import type { Facts } from './facts.ts'

type Props = {
  facts: Facts
  picture: string | undefined
  error: string | undefined
  altError: string | undefined
  onChange: (facts: Facts) => void
}

/** A post's picture, and the description of what it shows. */
export function PictureField({ facts, picture, error, altError, onChange }: Props) {
  const [fault, setFault] = useState<string>()
  const id = useId()
  const has = facts.picture === undefined ? picture !== undefined : facts.picture !== null
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const found = checkAvatarFile(bytes)
    setFault(found)
    if (!found) onChange({ ...facts, picture: await encode(file) })
  }
  return (
    <>
      <div className={writing.buttons}>
        <label className={writing.chooser}>
          <input
            className="visually-hidden"
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp"
            aria-describedby={id}
            aria-invalid={error || fault ? true : undefined}
            onChange={event => {
              const [file] = event.target.files ?? []
              if (file) void choose(file)
              // Reset, so that the same file can be chosen again.
              event.target.value = ''
            }}
          />
          {has ? 'Change picture' : 'Choose a picture'}
        </label>
        {has && (
          <Button kind="quiet" onClick={() => onChange({ ...facts, picture: null, alt: '' })}>
            Remove picture
          </Button>
        )}
      </div>
      <FieldNote id={id} error={error ?? fault} hint="JPG, PNG, GIF or WebP, up to 5 MB" />
      {has && (
        <TextField
          label="What the picture shows"
          hint="For those who can’t see it"
          value={facts.alt}
          maxLength={300}
          error={altError}
          onChange={event => onChange({ ...facts, alt: event.target.value })}
        />
      )}
    </>
  )
}

/** A file as a data URL. */
function encode(file: File) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
