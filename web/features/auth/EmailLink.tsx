import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { type Fault, useSubmit } from '../../lib/forms/use-submit.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import styles from './LoginForm.module.css'

type Words = { title: string; lead: ReactNode }
type Refused = 'expired' | 'used' | 'taken'

/** A page that a mailed link opens. It acts only when its button is pressed. */
export function EmailLink({
  path,
  words,
  action,
  act,
  refused,
}: {
  /** The page's path; the token is removed from the address. */
  path: string
  words: Words
  /** The button's label, and its label while the call is pending. */
  action: readonly [idle: string, busy: string]
  act: (token: string) => Promise<unknown>
  /** Shown for a link that is no longer valid, with the next step. */
  refused: Record<Refused, Words & { way: { to: string; label: string } }>
}) {
  const token = useLinkToken(path)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Refused>()

  const press = useSubmit(
    async (token: string) => {
      setIsBusy(true)
      setProblem(undefined)
      await act(token).finally(() => setIsBusy(false))
    },
    fault => {
      const why = refusalOf(fault)
      if (why) setRefusal(why)
      else setProblem(fault.body?.error ?? 'Please try again.')
    },
  )

  if (!token) return <Navigate to="/login" replace />
  if (refusal)
    return (
      <FormSheet key={refusal} title={refused[refusal].title} lead={refused[refusal].lead}>
        <ButtonLink to={refused[refusal].way.to} kind="primary">
          {refused[refusal].way.label}
        </ButtonLink>
      </FormSheet>
    )
  return (
    <FormSheet {...words}>
      <div className={styles.form}>
        <Button kind="primary" onClick={() => press(token)} disabled={isBusy}>
          {action[isBusy ? 1 : 0]}
        </Button>
        <p className={styles.wait} role="status">
          {problem}
        </p>
      </div>
    </FormSheet>
  )
}

function refusalOf({ status, body }: Fault): Refused | undefined {
  if (status === 409) return 'taken'
  if (status === 400) return body?.code === 'link_used' ? 'used' : 'expired'
}

/**
 * The token of a mailed link. It is removed from the address, where it would be seen, copied and stored; the state of the
 * history entry keeps it, so that a reload still works.
 */
export function useLinkToken(path: string): string | undefined {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = query.get('token')
  useEffect(() => {
    if (token) navigate(path, { replace: true, state: { token: token } })
  }, [token, navigate, path])
  const kept = (state as { token?: unknown } | null)?.token
  return token || (typeof kept === 'string' ? kept : undefined)
}
