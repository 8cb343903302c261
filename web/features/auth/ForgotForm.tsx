import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { forgotPassword } from '../../../shared/api/auth.ts'
import { setFaults, useSubmit } from '../../lib/forms/use-submit.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './LoginForm.module.css'
import { useForgotPassword } from './queries.ts'

/** Requests a link by username or address. The answer does not reveal whether the account exists. */
export function ForgotForm() {
  const ask = useForgotPassword()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(forgotPassword.input),
    defaultValues: { username: '' },
  })
  const { errors, isSubmitting } = formState

  const send = useSubmit(ask.mutateAsync, fault => setFaults(fault, [], setError))

  return (
    <form className={styles.form} onSubmit={handleSubmit(input => send(input))} noValidate>
      <TextField
        label="Username / Email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username', {
          // The form stays usable: the first name may have been mistyped.
          onChange: () => ask.isSuccess && ask.reset(),
        })}
      />
      <Button kind="primary" type="submit" disabled={isSubmitting || ask.isSuccess}>
        {isSubmitting ? 'Sending…' : ask.isSuccess ? 'Email Sent!' : 'Send'}
      </Button>
      <p className={styles.wait} data-good={ask.isSuccess || undefined} role="status">
        {ask.isSuccess
          ? 'If there’s an account with that name, the link is on its way. It works for an hour. Check your spam folder, too.'
          : errors.root?.message}
      </p>
    </form>
  )
}
