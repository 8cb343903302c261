import { type FormEvent, useId, useState } from 'react'
import type { Factors } from '../../../shared/api/factors.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { relativeTime } from '../../../shared/rules/activity.ts'
import { describeFault } from '../../lib/session/factor.ts'
import { knowsPasskeys } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { useAddPasskey, useRemovePasskey } from './factors.ts'
import styles from './Security.module.css'

/** The member's passkeys: adding, naming and removing. Long for its markup. */
export function Passkeys({ passkeys }: { passkeys: Factors['passkeys'] }) {
  const headingId = useId()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [passwordFault, setPasswordFault] = useState<string>()
  const { mutateAsync: add, isPending: isAdding } = useAddPasskey()
  const { mutateAsync: remove, isPending: isRemoving } = useRemovePasskey()

  const run = async (act: () => Promise<unknown>) => {
    setFault(undefined)
    setPasswordFault(undefined)
    try {
      await act()
    } catch (error) {
      const wrongPassword = error instanceof CallError && error.body.errors?.password
      if (wrongPassword) setPasswordFault(wrongPassword)
      else setFault(describeFault(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAdding) return
    if (!password) return setPasswordFault('Enter your password.')
    void run(async () => {
      await add({ name: name.trim() || 'Passkey', password })
      setName('')
      setPassword('')
    })
  }

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Passkeys
      </h2>
      <p className={styles.text}>
        A fingerprint, a face or a security key in place of your password. It can’t be guessed or used on
        another site.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map(passkey => (
            <li key={passkey.passkey_id} className={styles.row}>
              <p className={styles.name}>{passkey.name}</p>
              <p className={styles.facts}>
                {`Added ${ago(passkey.created_at)} · ${
                  passkey.last_used_at ? `used ${ago(passkey.last_used_at)}` : 'not used yet'
                }`}
              </p>
              <Button
                disabled={isRemoving}
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => run(() => remove(passkey.passkey_id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="Name of the new passkey"
            placeholder="My phone"
            maxLength={100}
            error={fault}
            value={name}
            onChange={event => setName(event.target.value)}
          />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={passwordFault}
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
          <Button type="submit" disabled={isAdding}>
            {isAdding ? 'Adding…' : 'Add a passkey'}
          </Button>
        </form>
      ) : (
        <p className={styles.text}>This browser doesn’t know passkeys.</p>
      )}
    </section>
  )
}

function ago(time: string) {
  const when = relativeTime(time, new Date())
  return when === 'just now' ? when : `${when} ago`
}
