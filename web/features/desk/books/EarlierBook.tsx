import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as api from '../../../../shared/api.ts'
import type { BookSeries } from '../../../../shared/rules/books.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct, useFocusOnError } from '../../../domain/desk/acts.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, SelectField, TextField } from '../../../ui/controls/Field.tsx'
import styles from './Desk.module.css'
import { seriesNames } from './series.ts'

/** Adds a book that was published before, elsewhere. What else there is to say of it is written in its room. */
export function EarlierBook({ onCancel }: { onCancel: () => void }) {
  const { mutate, isPending, error } = useAct(api.desk.books.addEarlier)
  const form = useFocusOnError(error)
  const navigate = useNavigate()
  const [facts, setFacts] = useState({ series: 'book', number: '', title: '', published: '' })
  const field = (name: keyof typeof facts) => ({
    value: facts[name],
    error: fieldErrorOf(error, name),
    onChange: (event: { target: { value: string } }) => setFacts({ ...facts, [name]: event.target.value }),
  })
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label="Add an earlier book"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        mutate(
          { ...facts, series: facts.series as BookSeries, number: Number(facts.number) },
          { onSuccess: ({ slug }) => navigate(`/admin/books/${slug}`) },
        )
      }}
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
