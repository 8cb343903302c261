import { type FormEvent, useState } from 'react'
import { describeFault } from '../../lib/session/factor.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import styles from './Security.module.css'

/** Asks for the password before a change. `onSend` rejects with what the server said. */
export function PasswordAgain({
  label,
  onSend,
  onCancel,
}: {
  label: string
  onSend: (password: string) => Promise<void>
  onCancel: () => void
}) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setFault(undefined)
    try {
      await onSend(password)
    } catch (error) {
      setFault(describeFault(error))
      setIsSending(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={fault}
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={isSending || !password}>
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
