import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { logoFacts, logotypes } from '../../../shared/api/logos.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { checkImage, checkImageFile, maxImageSide, sniffImage } from '../../../shared/rules/image.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldNote, Segments, TextArea, TextField } from '../../ui/Field.tsx'
import { Artboard } from './Artboard.tsx'
import { AtSize } from './AtSize.tsx'
import { useSubmitLogo } from './designer-queries.ts'
import styles from './SubmitForm.module.css'

type Picture = { url: string; name: string; base64: string; side: number }

const fieldNames = [
  'logo',
  'logotype',
  'designer',
  'art_director',
  'creative_director',
  'client',
  'industry',
  'keywords',
  'description',
] as const

/** A logo's upload. `onUnsent` tells whether something would be lost by leaving. */
export function SubmitForm({ onUnsent, onDone }: { onUnsent: (is: boolean) => void; onDone: () => void }) {
  const [picture, setPicture] = useState<Picture>()
  const [pictureError, setPictureError] = useState<string>()
  const { mutateAsync: submitLogo } = useSubmitLogo()
  const isSending = useRef(false)
  const { register, handleSubmit, control, formState, setError, setValue, getValues } = useForm({
    resolver: zodResolver(logoFacts),
    defaultValues: {
      logo: '',
      designer: '',
      art_director: '',
      creative_director: '',
      client: '',
      industry: '',
      keywords: '',
      description: '',
    },
  })
  const { errors, isDirty, isSubmitting } = formState
  const [keywords = '', description = ''] = useWatch({ control, name: ['keywords', 'description'] })

  const isUnsent = isDirty || picture !== undefined
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture])

  const choose = async (file: File) => {
    // What is too large is not even read.
    const isTooLarge = checkImage({ bytes: file.size, width: 1, height: 1 })
    const bytes = new Uint8Array(isTooLarge ? [] : await file.arrayBuffer())
    const fault = isTooLarge ?? checkImageFile(bytes)
    setPictureError(fault)
    if (fault) return setPicture(undefined)
    // A title that came from a file goes with it; one that was typed stays.
    const title = getValues('logo').trim()
    if (!title || title === titleOf(picture?.name ?? ''))
      setValue('logo', titleOf(file.name), { shouldDirty: true, shouldValidate: true })
    setPicture({
      url: URL.createObjectURL(file),
      name: file.name,
      base64: await readDataUrl(file),
      side: sniffImage(bytes)?.width ?? 0,
    })
  }

  const send = handleSubmit(
    async facts => {
      if (!picture) return setPictureError(why => why ?? 'Choose an image.')
      // State arrives too late for a double click.
      if (isSending.current) return
      isSending.current = true
      try {
        await submitLogo({
          ...facts,
          keywords: `,${parseKeywords(facts.keywords ?? '').join(',')}`,
          filename: picture.name,
          file_base64: picture.base64,
        })
        onDone()
      } catch (error) {
        tell(error)
      } finally {
        isSending.current = false
      }
    },
    () => {
      if (!picture) setPictureError(why => why ?? 'Choose an image.')
    },
  )

  const tell = (error: unknown) => {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    for (const [field, message] of Object.entries(body?.errors ?? {})) {
      if (field === 'file_base64') setPictureError(message)
      const name = fieldNames.find(known => known === field)
      if (name) setError(name, { message }, { shouldFocus: true })
    }
    if (status === 413) setPictureError(body?.error)
    if (status === 503)
      setError('root', {
        message: 'Many uploads are arriving. Nothing is lost: wait a moment, then submit again.',
      })
    else if (!body?.errors) setError('root', { message: 'Nothing is lost: please submit again.' })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <div className={styles.picture}>
        <Artboard
          picture={picture}
          error={pictureError}
          hint={picture && sideHint(picture.side)}
          onFile={file => void choose(file)}
        />
        <AtSize src={picture?.url} ground={picture && 'var(--paper)'} name="Your logo" />
      </div>

      <div className={styles.facts}>
        <TextField label="Title" error={errors.logo?.message} {...register('logo')} />
        <Segments
          label="Logotype"
          options={logotypes}
          error={errors.logotype?.message}
          {...register('logotype')}
        />
        <fieldset className={styles.group}>
          <legend>Credits</legend>
          <TextField label="Designer" error={errors.designer?.message} {...register('designer')} />
          <TextField
            label="Art director"
            error={errors.art_director?.message}
            {...register('art_director')}
          />
          <TextField
            label="Creative director"
            error={errors.creative_director?.message}
            {...register('creative_director')}
          />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>About the logo</legend>
          <div className={styles.pair}>
            <TextField label="Client" error={errors.client?.message} {...register('client')} />
            <TextField label="Industry" error={errors.industry?.message} {...register('industry')} />
          </div>
          <TextField
            label="Keywords"
            error={errors.keywords?.message}
            hint="Separated by commas"
            {...register('keywords')}
          />
          <ul className={styles.tokens} aria-label="Read as">
            {parseKeywords(keywords).map(keyword => (
              <li key={keyword}>{keyword}</li>
            ))}
          </ul>
          <TextArea
            label="Description"
            error={errors.description?.message}
            hint={<Remaining of={maxLength.description} text={description} />}
            {...register('description')}
          />
        </fieldset>
        <div className={styles.end}>
          <Button kind="primary" type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Submitting…' : 'Submit'}
          </Button>
          <FieldNote error={errors.root?.message} />
        </div>
      </div>
    </form>
  )
}

/** The file's name without its extension. */
const titleOf = (name: string) => name.replace(/\.[^.]+$/, '')

function sideHint(side: number) {
  return side < maxImageSide ? `${side} × ${side} px. 900 × 900 prints best.` : `${side} × ${side} px`
}

function Remaining({ of, text }: { of: number; text: string }) {
  return <span className={styles.remaining}>{of - text.length} characters left</span>
}

function readDataUrl(file: File) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
