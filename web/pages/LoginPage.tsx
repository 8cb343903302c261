import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { FormSheet } from '../domain/page/FormSheet.tsx'
import { LoginForm } from '../features/auth/LoginForm.tsx'
import { findLoginReason } from '../features/auth/login-reason.ts'
import { safeNext, useSession } from '../lib/session/session.ts'

/** Signing in, then a redirect to the requested page. */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const next = safeNext(query.get('next'))

  // Also redirects after signing in, here or in another tab.
  const isSignedIn = !!session
  useEffect(() => {
    if (isSignedIn) navigate(next, { replace: true })
  }, [isSignedIn, navigate, next])

  return (
    <FormSheet
      title="Login"
      lead={findLoginReason(next)}
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
