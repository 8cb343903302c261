import { type FormEvent, useId, useState } from 'react'
import type { Factors } from '../../../shared/api/factors.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { relativeTime } from '../../../shared/rules/activity.ts'
import { describeFault } from '../../lib/session/factor.ts'
import { knowsPasskeys } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../ui/controls/Field.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { useAddPasskey, useRemovePasskey } from './factors.ts'
import styles from './Security.module.css'

type Props = { passkeys: Factors['passkeys'] }

/** The member's passkeys: adding, naming and removing. */
export function Passkeys({ passkeys }: Props) {
  const headingId = useId()
  const [fault, setFault] = useState<string>()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Passkeys
      </h2>
      <p className={styles.text}>
        A fingerprint, a face or a security key in place of your password. It can’t be guessed or used on
        another site.
      </p>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onFault={setFault} />}
      {knowsPasskeys() ? (
        <NewPasskey fault={fault} onFault={setFault} />
      ) : (
        <>
          <p className={styles.text}>This browser doesn’t know passkeys.</p>
          <FieldNote error={fault} />
        </>
      )}
    </section>
  )
}

type FaultProps = { onFault: (sentence: string | undefined) => void }

function PasskeyList({ passkeys, onFault }: Props & FaultProps) {
  const { mutate: remove, isPending } = useRemovePasskey()
  return (
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
            disabled={isPending}
            aria-label={`Remove the passkey ${passkey.name}`}
            onClick={() => {
              onFault(undefined)
              remove(passkey.passkey_id, { onError: error => onFault(describeFault(error)) })
            }}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

function NewPasskey({ fault, onFault }: { fault: string | undefined } & FaultProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [passwordFault, setPasswordFault] = useState<string>()
  const { mutateAsync: add, isPending } = useAddPasskey()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (!password) return setPasswordFault('Enter your password.')
    onFault(undefined)
    setPasswordFault(undefined)
    try {
      await add({ name: name.trim() || 'Passkey', password })
      setName('')
      setPassword('')
    } catch (error) {
      const wrongPassword = error instanceof CallError && error.body.errors?.password
      if (wrongPassword) setPasswordFault(wrongPassword)
      else onFault(describeFault(error))
    }
  }
  return (
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
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Adding…' : 'Add a passkey'}
      </Button>
    </form>
  )
}

function ago(time: string) {
  const when = relativeTime(time, new Date())
  return when === 'just now' ? when : `${when} ago`
}
