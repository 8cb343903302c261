import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { newPassword } from '../../../shared/api/fields.ts'
import { PasswordParts } from '../../domain/joining/PasswordParts.tsx'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
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

/** Sets a new password. */
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
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { new_password: '', confirm: '' },
  })
  const { errors, isSubmitting, isDirty } = formState
  useUnsentWork(isDirty)
  const typed = useWatch({ control, name: 'new_password' })

  const submit = useSubmit(
    async (new_password: string) => {
      await reset.mutateAsync({ designer_id: link.user, token: link.token, new_password })
      showToast('Password updated successfully.', 'success')
      onDone()
    },
    fault => {
      const isOfLink = (fault.status === 400 || fault.status === 404) && !fault.body?.errors?.new_password
      if (isOfLink) onExpired()
      else setFaults(fault, ['new_password'], setError)
    },
  )

  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit(({ new_password }) => submit(new_password))}
      noValidate
    >
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
