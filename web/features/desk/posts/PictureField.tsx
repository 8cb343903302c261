import { useId, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { checkAvatarFile } from '../../../../shared/rules/avatar.ts'
import writing from '../../../domain/desk/Writing.module.css'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import type { Facts } from './facts.ts'

type Props = {
  form: UseFormReturn<Facts>
  /** The address of the picture that is stored. */
  picture: string | undefined
  /** Whether neither can be changed. */
  isLocked: boolean
}

/** A post's picture, and the description of what it shows. */
export function PictureField({ form, picture, isLocked }: Props) {
  const { control, register, setValue, formState } = form
  const { errors } = formState
  const { field } = useController({ control, name: 'picture_base64' })
  const [fault, setFault] = useState<string>()
  const id = useId()
  const error = errors.picture_base64?.message ?? fault
  const has = field.value === undefined ? picture !== undefined : field.value !== null
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const found = checkAvatarFile(bytes)
    setFault(found)
    if (!found) field.onChange(await encode(file))
  }
  return (
    <>
      <div className={writing.buttons}>
        <label className={writing.chooser}>
          <input
            ref={field.ref}
            className="visually-hidden"
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp"
            // Not disabled: it gets the focus where the picture is refused.
            aria-disabled={isLocked}
            onClick={event => isLocked && event.preventDefault()}
            aria-describedby={id}
            aria-invalid={error ? true : undefined}
            onChange={event => {
              const [file] = event.target.files ?? []
              if (file && !isLocked) void choose(file)
              // Reset, so that the same file can be chosen again.
              event.target.value = ''
            }}
          />
          {has ? 'Change picture' : 'Choose a picture'}
        </label>
        {has && (
          <Button
            kind="quiet"
            disabled={isLocked}
            onClick={() => {
              field.onChange(null)
              setValue('picture_alt', '')
            }}
          >
            Remove picture
          </Button>
        )}
      </div>
      <FieldNote id={id} error={error} hint="JPG, PNG, GIF or WebP, up to 5 MB" />
      {has && (
        <TextField
          label="What the picture shows"
          hint="For those who can’t see it"
          maxLength={300}
          readOnly={isLocked}
          error={errors.picture_alt?.message}
          {...register('picture_alt')}
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
