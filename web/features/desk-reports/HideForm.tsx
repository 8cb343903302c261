import { type FormEvent, useState } from 'react'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { refusalOf, useAct } from '../../domain/desk/acts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './Moderation.module.css'

type Props = Pick<InputOf<typeof api.adminReports.setHidden>, 'kind' | 'id'> & {
  name: string
  isHidden: boolean
  /** Undefined where it is said beside. */
  why?: string | null
  onDone?: () => void
}

/** Hides a thing, with a reason that its owner is told, or shows it again. */
export function HideForm({ kind, id, name, isHidden, why: reason, onDone }: Props) {
  const { mutate, isPending, error } = useAct(api.adminReports.setHidden)
  const [isAsking, setIsAsking] = useState(false)
  const [why, setWhy] = useState('')
  if (isHidden)
    return (
      <>
        {reason !== undefined && <span className={styles.quiet}>{reason}</span>}
        <Button
          disabled={isPending}
          aria-label={`Show ${name}`}
          onClick={() => mutate({ kind, id, state: 0 }, { onSuccess: () => onDone?.() })}
        >
          Show
        </Button>
        {error && <span role="status">{refusalOf(error)}</span>}
      </>
    )
  if (!isAsking)
    return (
      <Button aria-label={`Hide ${name}`} aria-keyshortcuts="H" onClick={() => setIsAsking(true)}>
        Hide
      </Button>
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && why.trim())
      mutate(
        { kind, id, state: 1, why },
        {
          onSuccess: () => {
            setIsAsking(false)
            setWhy('')
            onDone?.()
          },
        },
      )
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <TextField
        label="Why"
        value={why}
        maxLength={200}
        error={refusalOf(error) || undefined}
        onChange={event => setWhy(event.target.value)}
      />
      <span className={styles.buttons}>
        <Button onClick={() => setIsAsking(false)}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={isPending || !why.trim()}>
          Hide
        </Button>
      </span>
    </form>
  )
}
