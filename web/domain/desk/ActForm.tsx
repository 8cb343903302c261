import { type ReactNode, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { TextField } from '../../ui/controls/Field.tsx'
import { ActFrame, ActOpener } from './ActFrame.tsx'
import { useActForm } from './acts.ts'

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
  /** The subject, for the button's accessible name: a screen reader may read the button without its row. */
  about?: string
  /** The names of the other fields, whose errors are said there and not below the form. */
  fields?: readonly (keyof InputOf<E> & string)[]
  /** The other fields, two at most: a form of more is checked by the contract's schema, as AddPerson is. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
}

/** An act of staff behind a button: opened, it asks for what it needs, and why. */
export function ActForm<E extends Endpoint>(props: Props<E>) {
  const { label, about, isMain } = props
  return (
    <ActOpener label={label} about={about} isMain={isMain}>
      {opened => <Form {...props} {...opened} />}
    </ActOpener>
  )
}

function Form<E extends Endpoint>(props: Props<E> & { title: ReactNode; onClose: () => void }) {
  const { endpoint, label, inputOf, why: asks, done, onDone, fields = [], children, title, onClose } = props
  const shown = asks === 'none' ? fields : [...fields, 'why']
  const { form, send, isPending, errorOf, refusal, forget } = useActForm(endpoint, shown)
  const [why, setWhy] = useState('')
  const input = asks === 'required' && !why.trim() ? undefined : inputOf(why.trim())
  return (
    <ActFrame
      ref={form}
      label={label}
      title={title}
      refusal={refusal}
      isPending={isPending}
      isReady={input !== undefined}
      onChange={forget}
      onSubmit={event => {
        event.preventDefault()
        if (!input) return
        void send(input, output => {
          showToast(typeof done === 'string' ? done : done(output))
          onDone?.(output)
          onClose()
        })
      }}
      onClose={onClose}
    >
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
    </ActFrame>
  )
}
