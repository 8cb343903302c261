import { useEffect, useRef, useState } from 'react'
import type { AdminBook } from '../../../../shared/api/desk/books.ts'
import * as api from '../../../../shared/api.ts'
import type { BookState } from '../../../../shared/rules/books.ts'
import { refusalOf, useAct } from '../../../domain/desk/acts.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/Field.tsx'
import styles from './Desk.module.css'

const disqualifiable: BookState[] = ['closed', 'judging', 'border', 'ratified']

/** Takes an entry out of the ranking, or puts it back; always with a reason. */
export function Disqualify({ book, logoId, name }: { book: AdminBook; logoId: number; name: string }) {
  const { mutate, isPending, error } = useAct(api.desk.books.setDisqualified)
  const [isAsking, setIsAsking] = useState(false)
  const [why, setWhy] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isAsking) form.current?.querySelector('input')?.focus()
  }, [isAsking])
  const disqualification = book.disqualified.find(one => one.logo_id === logoId)
  if (!disqualifiable.includes(book.state))
    return disqualification ? <span>Disqualified: {disqualification.why}</span> : null
  const label = disqualification ? 'Put back' : 'Disqualify'
  if (!isAsking)
    return (
      <span className={styles.act}>
        {disqualification && <span className={styles.quiet}>Disqualified: {disqualification.why}</span>}
        <Button kind="quiet" aria-label={`${label} ${name}`} onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </span>
    )
  return (
    <form
      ref={form}
      className={styles.line}
      onSubmit={event => {
        event.preventDefault()
        mutate(
          { book: book.slug, logo_id: logoId, state: disqualification ? 0 : 1, why },
          { onSuccess: () => setIsAsking(false) },
        )
      }}
    >
      <TextField
        label="Why"
        value={why}
        maxLength={200}
        error={refusalOf(error) || undefined}
        onChange={event => setWhy(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={isPending || !why.trim()}>
        {label}
      </Button>
      <Button onClick={() => setIsAsking(false)}>Cancel</Button>
    </form>
  )
}
