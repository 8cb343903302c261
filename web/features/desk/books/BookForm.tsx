import { useState } from 'react'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import { fieldErrorOf, refusalOf, useAct } from '../../../domain/desk/acts.ts'
import { toIso, toLocal } from '../../../domain/desk/local-time.ts'
import { site } from '../../../lib/site.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, Segments, TextField } from '../../../ui/controls/Field.tsx'
import styles from './Desk.module.css'

type Props = { book?: AdminBook; number: number; onDone: () => void }

/** Opens a book, or changes one while it is open. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: markup, one field after the other
export function BookForm({ book, number, onDone }: Props) {
  const open = useAct(api.desk.books.open)
  const update = useAct(api.desk.books.update)
  const { isPending, error } = book ? update : open
  const [facts, setFacts] = useState({
    title: book?.title ?? `${site().series_name} ${number}`,
    places: String(book?.places ?? ''),
    closes_at: toLocal(book?.closes_at),
    results_by: toLocal(book?.results_by),
    border_round: String(book?.border_round ?? 1),
    beacon_source: book?.beacon_source ?? '',
    beacon_at: toLocal(book?.beacon_at),
  })
  const [missing, setMissing] = useState<string>()
  const field = (name: keyof typeof facts) => ({
    value: facts[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setFacts({ ...facts, [name]: event.target.value }),
    error: fieldErrorOf(error, name),
  })

  function save() {
    const closes_at = toIso(facts.closes_at)
    const places = Number(facts.places)
    if (!closes_at || !places)
      return setMissing('A book needs a number of places and a date on which it closes.')
    setMissing(undefined)
    const border_round = facts.border_round === '1' ? (1 as const) : (0 as const)
    const dates = { closes_at, results_by: toIso(facts.results_by) }
    const shared = { title: facts.title, places, border_round, ...dates }
    const beacon_source = facts.beacon_source.trim()
    const options = { onSuccess: onDone }
    if (book)
      update.mutate(
        {
          book: book.slug,
          ...shared,
          beacon_source: beacon_source || null,
          beacon_at: toIso(facts.beacon_at) ?? null,
        },
        options,
      )
    else
      open.mutate(
        {
          series: 'book',
          number,
          ...shared,
          beacon_source: beacon_source || undefined,
          beacon_at: toIso(facts.beacon_at),
        },
        options,
      )
  }

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      noValidate
    >
      <TextField label="Title" {...field('title')} />
      <TextField label="Places" inputMode="numeric" {...field('places')} />
      <TextField label="Closes (your local time)" type="datetime-local" {...field('closes_at')} />
      <TextField
        label="Results by"
        type="datetime-local"
        hint="Leave empty for 90 days after it closes"
        {...field('results_by')}
      />
      <Segments
        label="Border round"
        name="border_round"
        options={['1', '0']}
        names={{ 1: 'Yes', 0: 'No' }}
        chosen={facts.border_round}
        onChange={event => setFacts({ ...facts, border_round: event.target.value })}
      />
      <TextField
        label="Public value for the draw"
        hint="A value from after closing that no one here can choose, such as a drand round"
        {...field('beacon_source')}
      />
      <TextField label="Known from" type="datetime-local" {...field('beacon_at')} />
      <FieldNote error={missing ?? (refusalOf(error) || undefined)} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isPending}>
          {isPending ? 'Saving…' : book ? 'Save' : `Open Book ${number}`}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
