import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadFile } from '../../lib/api/download-file.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { enterSession } from '../../lib/session/session.ts'
import { forgetDrafts } from '../../lib/storage/draft-storage.ts'
import { keepPreferences } from '../../lib/storage/preferences.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import dialogStyles from '../../ui/messages/Dialog.module.css'
import { DialogPopup } from '../../ui/messages/DialogPopup.tsx'
import { useCloseAccount } from './queries.ts'
import styles from './YourData.module.css'

/** The export of the member's data, and closing the account. */
export function YourData() {
  const headingId = useId()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Your data
      </h2>
      <div className={styles.row}>
        <p className={styles.text}>
          Everything we store about you, with your original files, as one archive.
        </p>
        <Download />
      </div>
      <div className={styles.row}>
        <p className={styles.text}>Delete your account. Logos in published books stay.</p>
        <CloseAccount />
      </div>
    </section>
  )
}

function Download() {
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string>()

  const send = useSubmit(
    () => {
      setIsPending(true)
      setFault(undefined)
      return downloadFile('/api/designers/export').finally(() => setIsPending(false))
    },
    ({ body }) => setFault(body?.error ?? 'We couldn’t prepare your archive. Please try again.'),
  )

  return (
    <>
      <Button onClick={() => send()} aria-disabled={isPending || undefined}>
        {isPending ? 'Preparing your data…' : 'Download your data'}
      </Button>
      {fault && (
        <p className={styles.refusal} role="alert">
          {fault}
        </p>
      )}
    </>
  )
}

/** Closes the account after a password. The dialog lists what is deleted and what stays. */
const CloseAccount = () => (
  <AlertDialog.Root>
    <AlertDialog.Trigger render={<Button />}>Close account</AlertDialog.Trigger>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={dialogStyles.scrim} />
      <DialogPopup className={`${dialogStyles.sheet} ${styles.sheet}`}>
        <AlertDialog.Title className={dialogStyles.title}>Close your account?</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className={styles.terms}>
          <p>
            This can’t be undone. Your personal data, picture, comments, likes, collections and follows are
            deleted, and so are your logos without an award.
          </p>
          <p>
            Logos in a published book stay, under your company’s name as printed, and so does the record of
            your payments. Your username and email address become available again.
          </p>
        </AlertDialog.Description>
        <CloseForm />
      </DialogPopup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
)

/** Closing the dialog discards its password. */
function CloseForm() {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<{ text: string; isOfPassword: boolean; isSubscribed: boolean }>()
  const { mutateAsync: closeAccount, isPending } = useCloseAccount()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)

  const close = useSubmit(
    async () => {
      setFault(undefined)
      const visitor = await keepPreferences(() => closeAccount(password))
      // Navigate first: on this page, the end of the session would redirect to the login page.
      await navigate('/', { replace: true, flushSync: true })
      enterSession(queryClient, visitor)
      forgetDrafts()
      showToast('Your account is closed.', 'success')
    },
    ({ body }) => {
      const ofPassword = body?.errors?.password
      setFault({
        text: ofPassword ?? body?.error ?? 'Nothing has changed: we couldn’t reach the gallery.',
        isOfPassword: ofPassword !== undefined,
        isSubscribed: body?.code === 'subscription_active',
      })
      if (ofPassword) field.current?.focus()
    },
  )

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void close()
      }}
      noValidate
    >
      <PasswordField
        ref={field}
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={fault?.isOfPassword ? fault.text : undefined}
      />
      <p className={styles.fault} role="status">
        {fault && !fault.isOfPassword && fault.text}
      </p>
      <div className={styles.actions}>
        <AlertDialog.Close render={<Button kind="primary" />}>Keep my account</AlertDialog.Close>
        {fault?.isSubscribed ? (
          <ButtonLink to="/account/membership">See membership</ButtonLink>
        ) : (
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Closing…' : 'Close for good'}
          </Button>
        )}
      </div>
    </form>
  )
}
