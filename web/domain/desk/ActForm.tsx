import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../ui/controls/Field.tsx'
import styles from './ActForm.module.css'
import { fieldErrorOf, refusalOf, useAct } from './acts.ts'
import { useOpenForm } from './FormPlace.tsx'

type Props<E extends Endpoint> = {
  endpoint: E
  /** What the button that opens the form says, and the one that sends it. */
  label: string
  /** What is sent, from the reason; undefined while something is missing. */
  inputOf: (why: string) => InputOf<E> | undefined
  /** Whether a reason is asked for, and whether the act needs one. */
  why: 'required' | 'optional' | 'none'
  /** Shown as a toast once it is done. */
  done: string | ((output: OutputOf<E>) => string)
  onDone?: (output: OutputOf<E>) => void
  /** The room's own act, not one of a row or a section. */
  isMain?: true
  /** Names the thing for those who do not see the row. */
  about?: string
  /** The names of the other fields, whose errors are said there and not below the form. */
  fields?: readonly (keyof InputOf<E> & string)[]
  /** The other fields. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
}

/** An act of staff behind a button: opened, it asks for what it needs, and why. */
export function ActForm<E extends Endpoint>(props: Props<E>) {
  const { label, about, isMain } = props
  const form = useOpenForm()
  if (isMain && !form.isOpen)
    return (
      <Button kind="primary" ref={form.opener} onClick={form.open}>
        {label}
      </Button>
    )
  return (
    <>
      {(form.hasPlace || !form.isOpen) && (
        <Button
          size="small"
          ref={form.opener}
          aria-label={about && `${label} ${about}`}
          aria-expanded={form.isOpen}
          onClick={form.toggle}
        >
          {label}
        </Button>
      )}
      {form.isOpen &&
        form.put(
          <Form
            {...props}
            title={form.hasPlace && <FormTitle label={label} about={about ?? form.about} />}
            onClose={form.close}
          />,
        )}
    </>
  )
}

/** The act, and what it is about: the form stands apart from its button. */
export const FormTitle = ({ label, about }: { label: string; about: string | undefined }) => (
  <h3 className={styles.title}>
    {label} {about && <span>{about}</span>}
  </h3>
)

function Form<E extends Endpoint>(props: Props<E> & { title: ReactNode; onClose: () => void }) {
  const { endpoint, label, inputOf, why: asks, done, onDone, fields = [], children, title, onClose } = props
  const { mutate, isPending, error } = useAct(endpoint)
  const [why, setWhy] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the form may be gone, and the focus with it.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('input, select, textarea')
    ;(field ?? form.current)?.focus()
  }, [])
  const input = asks === 'required' && !why.trim() ? undefined : inputOf(why.trim())
  const errorOf = (field: string) => fieldErrorOf(error, field)
  const isShown = fields.some(errorOf) || (asks !== 'none' && errorOf('why') !== undefined)
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.form}
      aria-label={label}
      onSubmit={event => {
        event.preventDefault()
        if (!input) return
        mutate(input, {
          onSuccess: output => {
            showToast(typeof done === 'string' ? done : done(output))
            onDone?.(output)
            onClose()
          },
        })
      }}
      onKeyDown={event => event.key === 'Escape' && onClose()}
      noValidate
    >
      {title}
      {children?.(errorOf)}
      {asks !== 'none' && (
        <TextField
          label={asks === 'required' ? 'Why' : 'Why (optional)'}
          value={why}
          maxLength={200}
          error={errorOf('why')}
          hint="Saved in the history"
          onChange={event => setWhy(event.target.value)}
        />
      )}
      {/* What is wrong with a field is said there. */}
      <FieldNote error={isShown ? undefined : refusalOf(error) || undefined} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={isPending || !input}>
          {isPending ? 'Working…' : label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
