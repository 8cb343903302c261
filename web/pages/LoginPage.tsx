import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { LoginForm } from '../features/auth/LoginForm.tsx'
import { safeNext, useSession } from '../lib/session.ts'
import { FormSheet } from '../ui/FormSheet.tsx'

/** Signing in, and back to where one was going. */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const next = safeNext(query.get('next'))

  // Also the way on after signing in, here or in another tab.
  const isSignedIn = !!session
  useEffect(() => {
    if (isSignedIn) navigate(next, { replace: true })
  }, [isSignedIn, navigate, next])

  return (
    <FormSheet
      title="Login"
      isWaiting={session === undefined || isSignedIn}
      links={
        <>
          <Link to="/forgot-password">Forgot password?</Link>
          <Link to="/join">Not a member?</Link>
        </>
      }
    >
      <LoginForm />
    </FormSheet>
  )
}
