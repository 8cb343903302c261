import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { forgotPassword } from '../../../shared/api/auth.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './LoginForm.module.css'
import { useForgotPassword } from './queries.ts'

/** Requests a link by username or address. The answer does not reveal whether the account exists. */
export function ForgotForm() {
  const ask = useForgotPassword()
  const isSending = useRef(false)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(forgotPassword.input),
    defaultValues: { username: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async input => {
    // A ref, because state is updated only after the second click of a double click.
    if (isSending.current) return
    isSending.current = true
    try {
      await ask.mutateAsync(input)
    } catch (error) {
      if (error instanceof CallError && error.status === 429) setError('root', { message: error.body.error })
    } finally {
      isSending.current = false
    }
  })

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
