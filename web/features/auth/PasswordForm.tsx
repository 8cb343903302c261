import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { updatePassword } from '../../../shared/api/auth.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { PasswordParts } from '../../domain/joining/PasswordParts.tsx'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { useSession } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './LoginForm.module.css'
import { useUpdatePassword } from './queries.ts'

/** Changes the member's password. Only this browser stays signed in. Long for its markup. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const session = useSession()
  const update = useUpdatePassword()
  const isSending = useRef(false)
  const { register, handleSubmit, formState, setError, setFocus, reset, control } = useForm({
    resolver: zodResolver(updatePassword.input),
    defaultValues: { old_password: '', new_password: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsentWork(isDirty)
  const typed = useWatch({ control, name: 'new_password' })

  const submit = handleSubmit(async input => {
    // A ref, because state is updated only after the second click of a double click.
    if (isSending.current) return
    isSending.current = true
    try {
      await update.mutateAsync(input)
      reset()
      onDone?.()
      showToast('Password updated successfully.', 'success')
    } catch (error) {
      tell(error)
    } finally {
      isSending.current = false
    }
  })

  const tell = (error: unknown) => {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    if (status === 401 && body?.error === 'Invalid credentials') {
      showToast('Current password is incorrect.')
      setFocus('old_password', { shouldSelect: true })
      return
    }
    showToast('Error: Could not update password.')
    for (const field of ['old_password', 'new_password'] as const)
      if (body?.errors?.[field]) setError(field, { message: body.errors[field] })
    if (status === 429) setError('root', { message: body?.error })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {/* Tells a password manager whose password this is. */}
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
