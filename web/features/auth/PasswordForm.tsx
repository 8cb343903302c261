import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { updatePassword } from '../../../shared/api/auth.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { PasswordParts } from '../../domain/joining/PasswordParts.tsx'
import { type Fault, setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { useSession } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './LoginForm.module.css'
import { useUpdatePassword } from './queries.ts'

/** Changes the member's password. Only this browser stays signed in. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const update = useUpdatePassword()
  const { register, handleSubmit, formState, setError, setFocus, reset, control } = useForm({
    resolver: zodResolver(updatePassword.input),
    defaultValues: { old_password: '', new_password: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsentWork(isDirty)
  const typed = useWatch({ control, name: 'new_password' })

  const send = async (input: InputOf<typeof updatePassword>) => {
    await update.mutateAsync(input)
    reset()
    onDone?.()
    showToast('Password updated successfully.', 'success')
  }
  const tell = (fault: Fault) => {
    if (fault.status === 401 && fault.body?.error === 'Invalid credentials') {
      showToast('Current password is incorrect.')
      setFocus('old_password', { shouldSelect: true })
      return
    }
    showToast('Error: Could not update password.')
    setFaults(fault, ['old_password', 'new_password'], setError)
  }
  const submit = useSubmit(send, tell)

  return (
    <form className={styles.form} onSubmit={handleSubmit(input => submit(input))} noValidate>
      <AccountName />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.old_password?.message}
        {...register('old_password')}
      />
      <div>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...register('new_password')}
        />
        <PasswordParts password={typed} />
      </div>
      <Button kind="primary" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Updating…' : 'Update Password'}
      </Button>
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}

/** Tells a password manager which account the password belongs to. */
function AccountName() {
  const session = useSession()
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={session?.username ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}
