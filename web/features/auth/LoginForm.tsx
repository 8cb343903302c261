import { zodResolver } from '@hookform/resolvers/zod'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { login } from '../../../shared/api/auth.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { ChunkError } from '../../domain/page/ChunkError.tsx'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { describeFault, usePasskeySignIn } from '../../lib/session/factor.ts'
import { knowsPasskeys } from '../../lib/session/passkeys.ts'
import { useSignIn } from '../../lib/session/sign-in.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './LoginForm.module.css'

const FactorStep = lazyWithRetry(() => import('./FactorStep.tsx'), ChunkError)

const refused = 'Username or Password Incorrect'

/** Signs in; the page reacts to the new session. Long for its markup. */
export function LoginForm() {
  const signIn = useSignIn()
  const withPasskey = usePasskeySignIn()
  const [factors, setFactors] = useState<readonly string[]>()
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: zodResolver(login.input),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isDirty } = formState
  // A reload keeps the name, for members who copy the password from another window.
  useUnsentWork(isDirty)

  const submit = handleSubmit(async input => {
    try {
      const { factors: required } = await signIn.mutateAsync(input)
      if (required) setFactors(required)
    } catch (error) {
      tell(error)
    }
  })

  const tell = (error: unknown) => {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    if (status === 401) {
      showToast(refused)
      setError('password', { type: 'refused', message: refused })
      setFocus('password', { shouldSelect: true })
    } else if (status === 429) setError('root', { message: body?.error })
    else if (status === 400 && body?.errors)
      for (const [field, message] of Object.entries(body.errors))
        setError(field === 'username' ? 'username' : 'password', { message })
    else showToast('Error: Could not connect to authorization server.')
  }

  const over = (sentence?: string) => {
    setFactors(undefined)
    reset()
    setError('root', { message: sentence })
  }
  if (factors)
    return (
      <Suspense>
        <FactorStep factors={factors} onOver={over} />
      </Suspense>
    )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={
          errors.password?.type === 'refused' ? (
            <span className={styles.refused}>
              {refused} <Link to="/forgot-password">Forgot password?</Link>
            </span>
          ) : (
            errors.password?.message
          )
        }
        {...register('password')}
      />
      <Button kind="primary" type="submit" disabled={formState.isSubmitting}>
        {formState.isSubmitting ? 'Logging in…' : 'Log in'}
      </Button>
      {knowsPasskeys() && (
        <Button
          kind="quiet"
          disabled={withPasskey.isPending}
          onClick={() =>
            withPasskey.mutate(undefined, {
              onError: error => setError('root', { message: describeFault(error) }),
            })
          }
        >
          Log in with a passkey
        </Button>
      )}
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}
