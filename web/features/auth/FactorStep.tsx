import { type FormEvent, useState } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { describeFault, useSecondStep } from '../../lib/session/factor.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './LoginForm.module.css'

type Props = {
  factors: readonly string[]
  /** The first step begins again; with a sentence where the second took too long. */
  onOver: (sentence?: string) => void
}

/** The second step of signing in: a code or a passkey. */
export default function FactorStep({ factors, onOver }: Props) {
  const [code, setCode] = useState('')
  const { send, isPending, fault, setFault } = useProof(onOver)
  const hasApp = factors.includes('totp')
  const hasPasskey = factors.includes('passkey')
  const takesCode = hasApp || factors.includes('recovery')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) void send(code)
    else setFault('Enter the code.')
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {hasPasskey && (
        <Button kind={hasApp ? 'secondary' : 'primary'} disabled={isPending} onClick={() => send()}>
          Use your passkey
        </Button>
      )}
      {takesCode && (
        <>
          <TextField
            label={hasApp ? 'Code' : 'Recovery code'}
            hint={
              hasApp
                ? 'Six digits from your authenticator app, or one of your recovery codes.'
                : 'One of the codes you saved when you set this up.'
            }
            error={fault}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={hasApp}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
          <Button kind={hasApp ? 'primary' : 'secondary'} type="submit" disabled={isPending}>
            {isPending ? 'Checking…' : 'Continue'}
          </Button>
        </>
      )}
      <p className={styles.wait} role="status">
        {!takesCode && fault}
      </p>
      <Button kind="quiet" onClick={() => onOver()}>
        Back to username and password
      </Button>
    </form>
  )
}

/** Sends a code, or a passkey without one, and keeps the sentence of its refusal. */
function useProof(onOver: Props['onOver']) {
  const [fault, setFault] = useState<string>()
  const { mutateAsync: prove, isPending } = useSecondStep()
  const send = async (code?: string) => {
    if (isPending) return
    setFault(undefined)
    try {
      await prove(code)
    } catch (error) {
      if (error instanceof CallError && error.body.code === 'sign_in_expired') onOver(error.body.error)
      else setFault(describeFault(error))
    }
  }
  return { send, isPending, fault, setFault }
}
