import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { factorsQuery } from '../../lib/session/own-factors.ts'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { NewCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './Security.module.css'

/** The ways to sign in besides the password. */
export default function Security() {
  const { data: factors, isError, error, refetch } = useQuery(factorsQuery)
  const [query] = useSearchParams()
  const [codes, setCodes] = useState<string[]>()
  const hasFactor = !!factors && (factors.totp === 1 || factors.passkeys.length > 0)
  if (isError && !factors) return <LoadError what="The list" error={error} onRetry={refetch} />
  if (!factors) return <div className={styles.blank} role="status" aria-label="Loading" />
  const next = query.get('next')
  return (
    <div className={styles.page}>
      {query.has('needed') && !hasFactor && (
        <p className={styles.needed} role="status">
          Your work here needs a second factor. Add a passkey or an authenticator app to continue.
        </p>
      )}
      {query.has('needed') && hasFactor && next && /^\/(admin|jury)\b/.test(next) && (
        <p className={styles.needed} role="status">
          Thank you, that’s all it takes. <Link to={next}>Continue where you left off</Link>
        </p>
      )}
      {codes && <NewCodes codes={codes} onDone={() => setCodes(undefined)} />}
      <Passkeys passkeys={factors.passkeys} />
      <AuthenticatorApp isSetUp={factors.totp === 1} onCodes={setCodes} />
      {hasFactor && <RecoveryCodes left={factors.recovery_left} onCodes={setCodes} />}
    </div>
  )
}
