import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { create } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { roles } from '../../../../shared/rules/roles.ts'
import { ActFrame, ActOpener } from '../../../domain/desk/ActFrame.tsx'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { showToast } from '../../../lib/toast/toast.ts'
import { SelectField, TextField } from '../../../ui/controls/Field.tsx'
import styles from './MemberRoom.module.css'

const label = 'Add a person'
const fields = ['username', 'email', 'role', 'why'] as const

type Person = InputOf<typeof create>

/** Makes an account; the letter it mails has the link to set a password. */
export function AddPerson() {
  /** The role that was given last: the form begins with it. */
  const [role, setRole] = useState<Person['role']>('juror')
  return (
    <div className={styles.add}>
      <ActOpener label={label} isMain>
        {opened => <Form {...opened} role={role} onAdded={setRole} />}
      </ActOpener>
    </div>
  )
}

type FormProps = {
  title: ReactNode
  onClose: () => void
  role: Person['role']
  onAdded: (role: Person['role']) => void
}

function Form({ title, onClose, role, onAdded }: FormProps) {
  const { mutateAsync: add } = useAct(api.desk.members.create)
  const form = useRef<HTMLFormElement>(null)
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({
    resolver: zodResolver(create.input),
    defaultValues: { username: '', email: '', role, why: '' },
  })
  const { errors, isSubmitting } = formState
  const field = (name: (typeof fields)[number]) => ({ error: errors[name]?.message, ...register(name) })
  const send = useSubmit(
    async ({ why, ...person }: Person) => {
      const { is_new } = await add({ ...person, why: why || undefined })
      const { username } = person
      showToast(
        is_new ? `${username} is added. The email is on its way.` : `${username} already has an account.`,
      )
      onAdded(person.role)
      // The form may have been closed while the call was running: its answer must not close the one that is open now.
      if (form.current) onClose()
    },
    fault => setRefusal(fault, fields, setError),
  )
  return (
    <ActFrame
      ref={form}
      label={label}
      title={title}
      refusal={errors.root?.message}
      isPending={isSubmitting}
      onChange={() => errors.root && clearErrors('root')}
      onSubmit={handleSubmit(person => send(person))}
      onClose={onClose}
    >
      <p className={styles.explanation}>
        They get an email with a link to set a password. The link works for seven days.
      </p>
      <TextField
        label="Username"
        autoComplete="off"
        hint="3 to 30 letters, digits, dots, underscores or hyphens"
        {...field('username')}
      />
      <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
      <SelectField label="Role" {...field('role')}>
        {roles.map(each => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <TextField label="Why (optional)" maxLength={200} hint="Saved in the history" {...field('why')} />
    </ActFrame>
  )
}
