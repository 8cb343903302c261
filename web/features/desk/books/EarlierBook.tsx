import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { addEarlier } from '../../../../shared/api/desk/books.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct } from '../../../domain/desk/acts.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, SelectField, TextField } from '../../../ui/controls/Field.tsx'
import styles from './Desk.module.css'
import { seriesNames } from './series.ts'

/** Adds a book that was published before, elsewhere. What else there is to say of it is written in its room. */
export function EarlierBook({ onCancel }: { onCancel: () => void }) {
  const { mutate, isPending, error } = useAct(addEarlier)
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(addEarlier.input),
    defaultValues: { series: 'book', title: '', published: '' },
  })
  const field = (name: 'series' | 'number' | 'title' | 'published') => ({
    error: formState.errors[name]?.message ?? fieldErrorOf(error, name),
    ...register(name),
  })
  return (
    <form
      className={styles.form}
      aria-label="Add an earlier book"
      noValidate
      onSubmit={handleSubmit(input =>
        mutate(input, { onSuccess: ({ slug }) => navigate(`/admin/books/${slug}`) }),
      )}
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
      <FieldNote error={(!hasPlace(error) && refusalOf(error)) || undefined} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isPending}>
          {isPending ? 'Saving…' : 'Add the book'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
