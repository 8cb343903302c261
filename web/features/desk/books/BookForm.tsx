import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type AdminBook, open } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { latestLocal } from '../../../domain/desk/local-time.ts'
import { resolveAs } from '../../../lib/forms/resolve.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { site } from '../../../lib/site.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, Segments, TextField } from '../../../ui/controls/Field.tsx'
import { type BookFields, bookFieldsOf, openingOf } from './book-form.ts'
import styles from './Desk.module.css'

type Props = { book?: AdminBook; number: number; onDone: () => void }

const names = [
  'title',
  'places',
  'closes_at',
  'results_by',
  'border_round',
  'beacon_source',
  'beacon_at',
] as const

/** Opens a book, or changes one while it is open. */
export function BookForm({ book, number, onDone }: Props) {
  const { mutateAsync: add } = useAct(api.desk.books.open)
  const { mutateAsync: update } = useAct(api.desk.books.update)
  const form = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, formState, setError, clearErrors } = useForm<BookFields>({
    resolver: resolveAs(open.input, fields => openingOf(fields, number)),
    defaultValues: bookFieldsOf(book, `${site().series_name} ${number}`),
  })
  const { errors, isSubmitting } = formState
  const field = (name: (typeof names)[number]) => ({ error: errors[name]?.message, ...register(name) })
  const save = useSubmit(
    async (fields: BookFields) => {
      const opening = openingOf(fields, number)
      const { series, number: _, beacon_source = null, beacon_at = null, ...changes } = opening
      await (book ? update({ book: book.slug, ...changes, beacon_source, beacon_at }) : add(opening))
      // The form may have been closed while the call was running: its answer must not close the one that is open now.
      if (form.current) onDone()
    },
    fault => setRefusal(fault, names, setError),
  )
  return (
    <form
      ref={form}
      className={styles.form}
      onChange={() => errors.root && clearErrors('root')}
      onSubmit={handleSubmit(fields => save(fields))}
      noValidate
    >
      <TextField label="Title" {...field('title')} />
      <TextField label="Places" inputMode="numeric" {...field('places')} />
      <TextField
        label="Closes (your local time)"
        type="datetime-local"
        max={latestLocal}
        {...field('closes_at')}
      />
      <TextField
        label="Results by"
        type="datetime-local"
        max={latestLocal}
        hint="Leave empty for 90 days after it closes"
        {...field('results_by')}
      />
      <Segments
        label="Border round"
        options={['1', '0']}
        names={{ 1: 'Yes', 0: 'No' }}
        {...field('border_round')}
      />
      <TextField
        label="Public value for the draw"
        hint="A value from after closing that no one here can choose, such as a drand round"
        {...field('beacon_source')}
      />
      <TextField label="Known from" type="datetime-local" max={latestLocal} {...field('beacon_at')} />
      <FieldNote error={errors.root?.message} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : book ? 'Save' : `Open Book ${number}`}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
