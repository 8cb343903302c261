import { type FormEvent, useState } from 'react'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { FormTitle } from '../../../domain/desk/ActForm.tsx'
import { refusalOf, useAct } from '../../../domain/desk/acts.ts'
import { useOpenForm } from '../../../domain/desk/FormPlace.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/Field.tsx'
import styles from './Moderation.module.css'

type Props = Pick<InputOf<typeof api.desk.reports.setHidden>, 'kind' | 'id'> & {
  name: string
  isHidden: boolean
  /** Undefined where the page shows the reason itself. */
  why?: string | null
  onDone?: () => void
}

/** Hides a subject, with a reason that its owner is told, or shows it again. */
export function HideForm({ kind, id, name, isHidden, why: reason, onDone }: Props) {
  const { mutate, isPending, error } = useAct(api.desk.reports.setHidden)
  const form = useOpenForm()
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
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && why.trim())
      mutate(
        { kind, id, state: 1, why },
        {
          onSuccess: () => {
            form.close()
            setWhy('')
            onDone?.()
          },
        },
      )
  }
  return (
    <>
      {(form.hasPlace || !form.isOpen) && (
        <Button
          ref={form.opener}
          aria-label={`Hide ${name}`}
          aria-keyshortcuts="H"
          aria-expanded={form.isOpen}
          onClick={form.toggle}
        >
          Hide
        </Button>
      )}
      {form.isOpen &&
        form.put(
          <form
            className={styles.form}
            aria-label={`Hide ${name}`}
            onSubmit={send}
            onKeyDown={event => event.key === 'Escape' && form.close()}
          >
            {form.hasPlace && <FormTitle label="Hide" about={name} />}
            <TextField
              label="Why"
              value={why}
              maxLength={200}
              autoFocus
              hint="The owner gets it by email"
              error={refusalOf(error) || undefined}
              onChange={event => setWhy(event.target.value)}
            />
            <span className={styles.buttons}>
              <Button kind="primary" type="submit" disabled={isPending || !why.trim()}>
                Hide
              </Button>
              <Button onClick={form.close}>Cancel</Button>
            </span>
          </form>,
        )}
    </>
  )
}
