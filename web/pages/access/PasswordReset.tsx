import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { ResetForm, type ResetLink } from '../../features/auth/ResetForm.tsx'
import { ButtonLink } from '../../ui/controls/Button.tsx'

/** The page that sets a new password by a mailed link. */
export function PasswordReset() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isExpired, setIsExpired] = useState(false)
  const fromAddress = { user: query.get('user'), token: query.get('token') }
  const link = isLink(fromAddress) ? fromAddress : isLink(state) ? state : undefined

  // The token is removed from the address, where it would be seen, copied and stored; the history entry's state keeps it, so
  // that a reload still works.
  const { user, token } = fromAddress
  useEffect(() => {
    if (user && token) navigate('/password-reset', { replace: true, state: { user, token } })
  }, [user, token, navigate])

  const removed = removedOf(state)

  if (!link) return <Navigate to="/login" replace />
  if (isExpired)
    return (
      <FormSheet
        key="expired"
        title="This link has expired"
        lead="Links work once, within an hour. Your password hasn’t changed. Get a new one; it takes a minute."
        links={<Link to="/login">Log in</Link>}
      >
        <ButtonLink to="/forgot-password" kind="primary">
          Get a new link
        </ButtonLink>
      </FormSheet>
    )
  return (
    <FormSheet
      title="Password Reset"
      lead={removed.length ? `Removed: ${removed.join(', ')}. Now set a new password.` : undefined}
      links={<Link to="/login">Log in</Link>}
    >
      <ResetForm link={link} onDone={() => navigate('/login')} onExpired={() => setIsExpired(true)} />
    </FormSheet>
  )
}

/** The factors that taking the account back has removed, in words. */
function removedOf(state: unknown): string[] {
  const { removed } = (state ?? {}) as { removed?: unknown }
  return Array.isArray(removed) ? removed.filter(each => typeof each === 'string') : []
}

function isLink(value: unknown): value is ResetLink {
  const { user, token } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof user === 'string' && typeof token === 'string' && user !== '' && token !== ''
}
