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

/** Signs in, with a second step where the account has one; the page reacts to the new session. */
export function LoginForm() {
  const { register, formState, tellForm, submit, factors, startAgain } = useLogin()
  const { errors, isSubmitting } = formState
  if (factors)
    return (
      <Suspense>
        <FactorStep factors={factors} onOver={startAgain} />
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
      <Button kind="primary" type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Logging in…' : 'Log in'}
      </Button>
      {knowsPasskeys() && <PasskeyLogin onFault={tellForm} />}
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}

/** The form of the first step, and once that is accepted the factors of the second. */
function useLogin() {
  const signIn = useSignIn()
  const [factors, setFactors] = useState<readonly string[]>()
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm({
    resolver: zodResolver(login.input),
    defaultValues: { username: '', password: '' },
  })
  // A reload keeps the name, for members who copy the password from another window.
  useUnsentWork(formState.isDirty)

  /** Shows a sentence at the form, not at a field. */
  const tellForm = (message: string | undefined) => setError('root', { message })
  const tell = (error: unknown) => {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    if (status === 401) {
      showToast(refused)
      setError('password', { type: 'refused', message: refused })
      setFocus('password', { shouldSelect: true })
    } else if (status === 429) tellForm(body?.error)
    else if (status === 400 && body?.errors)
      for (const [field, message] of Object.entries(body.errors))
        setError(field === 'username' ? 'username' : 'password', { message })
    else showToast('Error: Could not connect to authorization server.')
  }
  const submit = handleSubmit(async input => {
    try {
      const { factors: required } = await signIn.mutateAsync(input)
      if (required) setFactors(required)
    } catch (error) {
      tell(error)
    }
  })
  const startAgain = (sentence?: string) => {
    setFactors(undefined)
    reset()
    tellForm(sentence)
  }
  return { register, formState, tellForm, submit, factors, startAgain }
}

/** Signs in by a passkey instead of a password. */
function PasskeyLogin({ onFault }: { onFault: (sentence: string) => void }) {
  const { mutate, isPending } = usePasskeySignIn()
  return (
    <Button
      kind="quiet"
      disabled={isPending}
      onClick={() => mutate(undefined, { onError: error => onFault(describeFault(error)) })}
    >
      Log in with a passkey
    </Button>
  )
}
