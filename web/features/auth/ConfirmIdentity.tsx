import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Factors } from '../../../shared/api/factors.ts'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { describeFault } from '../../lib/session/factor.ts'
import { askForPasskey } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './ConfirmIdentity.module.css'

let asking: Promise<boolean> | undefined

/**
 * Asks the member to confirm who they are; resolves to true once that is done. Calls that need it at the same time share
 * one dialog.
 */
export function confirmIdentity(): Promise<boolean> {
  asking ??= show().finally(() => {
    asking = undefined
  })
  return asking
}

/** Outside of the page's tree: every page may need it, also one with a dialog open. */
function show() {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  return new Promise<boolean>(resolve =>
    root.render(
      <ConfirmIdentity
        onDone={isConfirmed => {
          root.unmount()
          host.remove()
          resolve(isConfirmed)
        }}
      />,
    ),
  )
}

/** A dialog that asks for a passkey, a code, or the password of an account without factors. */
function ConfirmIdentity({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [factors, setFactors] = useState<Factors>()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  useEffect(() => {
    dialog.current?.showModal()
    call(api.factors.find, {}).then(setFactors, error => setFault(describeFault(error)))
  }, [])

  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const hasFactor = hasPasskey || factors?.totp === 1
  const canType = !!factors && (!hasFactor || canTypeCode(factors))
  const send = async (make: () => Promise<InputOf<typeof api.factors.confirm>>) => {
    if (isSending) return
    setIsSending(true)
    setFault(undefined)
    try {
      await call(api.factors.confirm, await make())
      onDone(true)
    } catch (error) {
      setFault(describeFault(error))
      setIsSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => (hasFactor ? { code: typed } : { password: typed }))
  }
  const field = {
    value: typed,
    error: fault,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="confirm-identity"
      onCancel={() => onDone(false)}
      // Escape must not also close the dialog below.
      onKeyDown={event => event.stopPropagation()}
    >
      <h2 className={styles.title} id="confirm-identity">
        Confirm that it’s you
      </h2>
      <p className={styles.text}>This is an important step, so we ask again.</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        {hasPasskey && (
          <Button
            kind="primary"
            disabled={isSending}
            onClick={() => send(async () => ({ credential: await askForPasskey() }))}
          >
            Use your passkey
          </Button>
        )}
        {factors && <Proof factors={factors} hasFactor={hasFactor} field={field} />}
        {fault && !canType && <p role="alert">{fault}</p>}
        <div className={styles.actions}>
          {factors && (
            <Button
              kind={hasPasskey ? 'secondary' : 'primary'}
              type="submit"
              disabled={isSending || !typed.trim()}
            >
              {isSending ? 'Checking…' : 'Confirm'}
            </Button>
          )}
          <Button kind="quiet" onClick={() => onDone(false)}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}

const canTypeCode = ({ totp, recovery_left }: Factors) => totp === 1 || recovery_left > 0

type ProofProps = {
  factors: Factors
  hasFactor: boolean
  field: {
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/** The field for the proof: a code, or without a factor the password. */
function Proof({ factors, hasFactor, field }: ProofProps) {
  if (!hasFactor) return <PasswordField {...field} label="Password" autoComplete="current-password" />
  if (!canTypeCode(factors)) return null
  return (
    <TextField
      {...field}
      label={factors.totp ? 'Code' : 'Recovery code'}
      hint={factors.totp ? 'From your authenticator app, or a recovery code.' : undefined}
      autoComplete="one-time-code"
      spellCheck={false}
    />
  )
}
