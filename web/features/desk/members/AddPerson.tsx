import { zodResolver } from '@hookform/resolvers/zod'
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

/** Makes an account; the letter it mails has the link to set a password. */
export function AddPerson() {
  const { mutateAsync: add } = useAct(api.desk.members.create)
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(create.input),
    defaultValues: { username: '', email: '', role: 'juror', why: '' },
  })
  const { errors, isSubmitting } = formState
  const field = (name: (typeof fields)[number]) => ({ error: errors[name]?.message, ...register(name) })
  const send = useSubmit(
    async ({ why, ...person }: InputOf<typeof create>, onClose: () => void) => {
      const { is_new } = await add({ ...person, why: why || undefined })
      const { username, role } = person
      showToast(
        is_new ? `${username} is added. The email is on its way.` : `${username} already has an account.`,
      )
      reset({ username: '', email: '', role, why: '' })
      onClose()
    },
    fault => setRefusal(fault, fields, setError),
  )
  return (
    <div className={styles.add}>
      <ActOpener label={label} isMain>
        {({ title, onClose }) => (
          <ActFrame
            label={label}
            title={title}
            refusal={errors.root?.message}
            isPending={isSubmitting}
            onSubmit={handleSubmit(person => send(person, onClose))}
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
        )}
      </ActOpener>
    </div>
  )
}
