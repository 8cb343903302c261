import { type FormEvent, useState } from 'react'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { FormTitle } from '../../../domain/desk/ActFrame.tsx'
import { refusalOf, useAct, useActForm } from '../../../domain/desk/acts.ts'
import { useOpenForm } from '../../../domain/desk/FormPlace.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../../ui/controls/Field.tsx'
import styles from './Moderation.module.css'

type Props = Pick<InputOf<typeof api.desk.reports.setHidden>, 'kind' | 'id'> & {
  name: string
  isHidden: boolean
  /** Undefined where the page shows the reason itself. */
  why?: string | null
  onDone?: () => void
}

/** Hides a subject, with a reason that its owner is told, or shows it again. */
export const HideForm = (props: Props) => (props.isHidden ? <Show {...props} /> : <Hide {...props} />)

function Show({ kind, id, name, why, onDone }: Props) {
  const { mutateAsync, isPending, error } = useAct(api.desk.reports.setHidden)
  const show = useSubmit(async () => {
    await mutateAsync({ kind, id, state: 0 })
    onDone?.()
  })
  return (
    <>
      {why !== undefined && <span className={styles.quiet}>{why}</span>}
      <Button disabled={isPending} aria-label={`Show ${name}`} onClick={() => show()}>
        Show
      </Button>
      {error && <span role="status">{refusalOf(error)}</span>}
    </>
  )
}

function Hide({ kind, id, name, onDone }: Props) {
  const opened = useOpenForm()
  const { form, send, isPending, errorOf, refusal, forget } = useActForm(api.desk.reports.setHidden, ['why'])
  const [why, setWhy] = useState('')
  const hide = (event: FormEvent) => {
    event.preventDefault()
    if (!why.trim()) return
    void send({ kind, id, state: 1, why }, () => {
      opened.close()
      setWhy('')
      onDone?.()
    })
  }
  return (
    <>
      {(opened.hasPlace || !opened.isOpen) && (
        <Button
          ref={opened.opener}
          aria-label={`Hide ${name}`}
          aria-keyshortcuts="H"
          aria-expanded={opened.isOpen}
          onClick={opened.toggle}
        >
          Hide
        </Button>
      )}
      {opened.isOpen &&
        opened.put(
          <form
            ref={form}
            className={styles.form}
            aria-label={`Hide ${name}`}
            onChange={forget}
            onSubmit={hide}
            onKeyDown={event => event.key === 'Escape' && opened.close()}
          >
            {opened.hasPlace && <FormTitle label="Hide" about={name} />}
            <TextField
              label="Why"
              value={why}
              maxLength={200}
              autoFocus
              hint="The owner gets it by email"
              error={errorOf('why')}
              onChange={event => setWhy(event.target.value)}
            />
            {refusal && <FieldNote error={refusal} />}
            <span className={styles.buttons}>
              <Button kind="primary" type="submit" disabled={isPending || !why.trim()}>
                Hide
              </Button>
              <Button onClick={opened.close}>Cancel</Button>
            </span>
          </form>,
        )}
    </>
  )
}
