import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { newPassword } from '../../../shared/api/fields.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { PasswordParts } from '../../domain/joining/PasswordParts.tsx'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './LoginForm.module.css'
import { useResetPassword } from './queries.ts'

/** What the mailed link carries: the designer's id and the token. */
export type ResetLink = { user: string; token: string }

const schema = z
  .object({
    new_password: newPassword(),
    confirm: z.string().check(z.minLength(1, 'Confirm password is required')),
  })
  .check(
    z.refine(({ new_password, confirm }) => !confirm || confirm === new_password, {
      error: 'Passwords do not match',
      path: ['confirm'],
      // Both errors are shown at once.
      when: () => true,
    }),
  )

/** Sets a new password. Long for its markup. */
export function ResetForm({
  link,
  onDone,
  onExpired,
}: {
  link: ResetLink
  onDone: () => void
  /** Shown when the link is no longer valid. */
  onExpired: () => void
}) {
  const reset = useResetPassword()
  const isSending = useRef(false)
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { new_password: '', confirm: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsentWork(isDirty)
  const typed = useWatch({ control, name: 'new_password' })

  const submit = handleSubmit(async ({ new_password }) => {
    // A ref, because state is updated only after the second click of a double click.
    if (isSending.current) return
    isSending.current = true
    try {
      await reset.mutateAsync({ designer_id: link.user, token: link.token, new_password })
      showToast('Password updated successfully.', 'success')
      onDone()
    } catch (error) {
      const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
      const refused = body?.errors?.new_password
      if (refused) setError('new_password', { message: refused })
      else if (status === 400 || status === 404) onExpired()
      else if (status === 429) setError('root', { message: body?.error })
    } finally {
      isSending.current = false
    }
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...register('new_password', { deps: 'confirm' })}
        />
        <PasswordParts password={typed} />
      </div>
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
      />
      <Button kind="primary" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Updating…' : 'Update Password'}
      </Button>
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}
