import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { create } from '../../../shared/api/collections.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments, TextArea, TextField } from '../../ui/controls/Field.tsx'
import styles from './CollectionForm.module.css'

type Facts = InputOf<typeof create>
type Props = {
  facts?: Facts
  /** Rejects when nothing was saved; field errors of the rejection are shown at their fields. */
  onSave: (facts: Facts) => Promise<unknown>
  /** Controls beside the submit button. */
  children: ReactNode
}

const fields = ['name', 'description', 'is_public'] as const

/** The form for a collection's title, description and visibility. */
export function CollectionForm({ facts, onSave, children }: Props) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(create.input),
    defaultValues: { name: '', description: '', is_public: '1', ...facts },
  })
  const { errors, isDirty, isSubmitting } = formState
  useUnsentWork(isDirty)
  const send = useSubmit(onSave, fault => setFaults(fault, fields, setError))

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        // Rendered in a logo's dialog, which has a form: React bubbles submit to it.
        event.stopPropagation()
        void handleSubmit(input => send(input))(event)
      }}
      noValidate
    >
      <TextField label="Title" error={errors.name?.message} autoComplete="off" {...register('name')} />
      <TextArea label="Description" error={errors.description?.message} {...register('description')} />
      <Segments
        label="Who sees it"
        options={['1', '0']}
        names={{ 1: 'Public', 0: 'Private' }}
        error={errors.is_public?.message}
        {...register('is_public')}
      />
      <div className={styles.end}>
        <Button kind="primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save Collection'}
        </Button>
        {children}
        <p className={styles.wait} role="status">
          {errors.root?.message}
        </p>
      </div>
    </form>
  )
}
