import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { addEarlier } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, SelectField, TextField } from '../../../ui/controls/Field.tsx'
import styles from './Desk.module.css'
import { seriesNames } from './series.ts'

const fields = ['series', 'number', 'title', 'published'] as const

/** Adds a book that was published before, elsewhere. What else there is to say of it is written in its room. */
export function EarlierBook({ onCancel }: { onCancel: () => void }) {
  const { mutateAsync: add } = useAct(api.desk.books.addEarlier)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({
    resolver: zodResolver(addEarlier.input),
    defaultValues: { series: 'book', title: '', published: '' },
  })
  const { errors, isSubmitting } = formState
  const field = (name: (typeof fields)[number]) => ({ error: errors[name]?.message, ...register(name) })
  const save = useSubmit(
    async (input: InputOf<typeof addEarlier>) => {
      const { slug } = await add(input)
      // The form may have been closed while the call was running: its answer must not leave the one that is open now.
      if (form.current) await navigate(`/admin/books/${slug}`)
    },
    fault => setRefusal(fault, fields, setError),
  )
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label="Add an earlier book"
      noValidate
      onChange={() => errors.root && clearErrors('root')}
      onSubmit={handleSubmit(input => save(input))}
    >
      <SelectField label="Series" {...field('series')}>
        {Object.entries(seriesNames).map(([series, name]) => (
          <option key={series} value={series}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="Number" inputMode="numeric" {...field('number')} />
      <TextField label="Title" {...field('title')} />
      <TextField
        label="Published"
        type="month"
        hint="You can add authors, blurb, colours and the buy link next."
        {...field('published')}
      />
      <FieldNote error={errors.root?.message} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Add the book'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
