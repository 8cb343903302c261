import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { LoginForm } from '../features/auth/LoginForm.tsx'
import { safeNext, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'
import { CropMarks } from '../ui/CropMarks.tsx'
import { Wordmark } from '../ui/Wordmark.tsx'
import styles from './LoginPage.module.css'

/** Signing in, and back to where one was going. */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const next = safeNext(query.get('next'))
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle('Login')

  useEffect(() => {
    heading.current?.focus()
  }, [])

  // Also the way on after signing in, here or in another tab.
  const isSignedIn = !!session
  useEffect(() => {
    if (isSignedIn) navigate(next, { replace: true })
  }, [isSignedIn, navigate, next])
  if (session === undefined || isSignedIn) return <main className={styles.page} />

  return (
    <main className={styles.page} id="main">
      <Link to="/" className={styles.home}>
        <Wordmark />
      </Link>
      <div className={styles.sheet}>
        <CropMarks gap={28} />
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          Login
        </h1>
        <LoginForm />
      </div>
    </main>
  )
}
