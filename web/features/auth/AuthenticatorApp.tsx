import { create } from 'qrcode'
import { type FormEvent, useId, useState } from 'react'
import { describeFault } from '../../lib/session/factor.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { useBeginTotp, useConfirmTotp, useRemoveTotp } from './factors.ts'
import { PasswordAgain } from './PasswordAgain.tsx'
import styles from './Security.module.css'

/** Codes of an authenticator app: setting up, moving to another device, removing. */
export function AuthenticatorApp({
  isSetUp,
  onCodes,
}: {
  isSetUp: boolean
  onCodes: (codes: string[]) => void
}) {
  const headingId = useId()
  const [pending, setAsked] = useState<'begin' | 'remove'>()
  const begin = useBeginTotp()
  const { mutateAsync: remove } = useRemoveTotp()
  const setUp = begin.data

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Authenticator app
      </h2>
      <p className={styles.text}>
        {isSetUp
          ? 'You’ll be asked for a code from your app when you log in with your password.'
          : 'An app on your phone shows a new code every 30 seconds. You’ll be asked for it when you log in.'}
      </p>
      {!pending && !setUp && (
        <div className={styles.actions}>
          <Button onClick={() => setAsked('begin')}>
            {isSetUp ? 'Move to another app' : 'Set up an authenticator app'}
          </Button>
          {isSetUp && <Button onClick={() => setAsked('remove')}>Remove the app</Button>}
        </div>
      )}
      {pending && (
        <PasswordAgain
          label={pending === 'begin' ? 'Show the QR code' : 'Remove the app'}
          onCancel={() => setAsked(undefined)}
          onSend={async password => {
            if (pending === 'begin') await begin.mutateAsync(password)
            else await remove(password)
            setAsked(undefined)
          }}
        />
      )}
      {setUp && (
        <SetUp
          {...setUp}
          onDone={codes => {
            begin.reset()
            if (codes) onCodes(codes)
          }}
        />
      )}
    </section>
  )
}

/** The new secret, until a code of it is typed. */
function SetUp({ secret, uri, onDone }: { secret: string; uri: string; onDone: (codes?: string[]) => void }) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutateAsync: confirm, isPending } = useConfirmTotp()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFault(undefined)
    try {
      onDone((await confirm(code)).recovery_codes)
    } catch (error) {
      setFault(describeFault(error))
    }
  }
  return (
    <div className={styles.setUp}>
      <QrCode text={uri} />
      <div>
        <p className={styles.text}>
          Scan this with your app, such as Google Authenticator, 1Password or Aegis. Or type the secret:
        </p>
        <p className={styles.secret} data-testid="totp-secret">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={fault}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
          <div className={styles.actions}>
            <Button kind="primary" type="submit" disabled={isPending || !code.trim()}>
              {isPending ? 'Checking…' : 'Finish'}
            </Button>
            <Button kind="quiet" onClick={() => onDone()}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}

/** Dark on white in both themes: not every scanner reads it the other way. */
function QrCode({ text }: { text: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (data[y * size + x]) path += `M${x} ${y}h1v1h-1z`
  return (
    <svg
      className={styles.qr}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      role="img"
      aria-label="QR code of the secret"
    >
      <path d={path} />
    </svg>
  )
}
