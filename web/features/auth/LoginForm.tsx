import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { login } from '../../../shared/api/auth.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { useSignIn } from '../../lib/sign-in.ts'
import { showToast } from '../../lib/toast.ts'
import { useUnsentWork } from '../../lib/unsent-work.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import styles from './LoginForm.module.css'

/** Signs in. The page notices and moves on. */
export function LoginForm() {
  const signIn = useSignIn()
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(login.input),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isDirty } = formState
  // Whoever fetches the password from another window finds the name still there.
  useUnsentWork(isDirty)

  const submit = handleSubmit(async input => {
    try {
      await signIn.mutateAsync(input)
    } catch (error) {
      tell(error)
    }
  })

  const tell = (error: unknown) => {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    if (status === 401) {
      showToast('Username or Password Incorrect')
      setFocus('password', { shouldSelect: true })
    } else if (status === 429) setError('root', { message: body?.error })
    else if (status === 400 && body?.errors)
      for (const [field, message] of Object.entries(body.errors))
        setError(field === 'username' ? 'username' : 'password', { message })
    else showToast('Error: Could not connect to authorization server.')
  }

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
        error={errors.password?.message}
        {...register('password')}
      />
      <Button kind="primary" type="submit" disabled={formState.isSubmitting}>
        {formState.isSubmitting ? 'Signing in…' : 'Login'}
      </Button>
      <p className={styles.wait} role="status">
        {errors.root?.message}
      </p>
    </form>
  )
}
