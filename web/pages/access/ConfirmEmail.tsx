import { useState } from 'react'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { EmailLink } from '../../features/auth/EmailLink.tsx'
import { useConfirmEmail } from '../../features/auth/queries.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'

const account = { to: '/account/contact-info', label: 'Your account' }

/** Confirms a new email address by the link that was mailed to it. */
export function ConfirmEmail() {
  const confirm = useConfirmEmail()
  const [email, setEmail] = useState<string>()
  if (email)
    return (
      <FormSheet
        key="done"
        title="Email confirmed"
        lead={`From now on we’ll write to ${email}, and you can log in with it.`}
      >
        <ButtonLink to={account.to} kind="primary">
          {account.label}
        </ButtonLink>
      </FormSheet>
    )
  return (
    <EmailLink
      path="/confirm-email"
      words={{
        title: 'Confirm your email',
        lead: 'Once you confirm it, we’ll write to you at this address, and you can log in with it.',
      }}
      action={['Confirm this address', 'Confirming…']}
      act={async token => setEmail((await confirm.mutateAsync(token)).email)}
      refused={{
        expired: {
          title: 'This link has expired',
          lead: 'Links work for 24 hours, and only the newest one does. Your address hasn’t changed; enter the new one again in your account.',
          way: account,
        },
        used: {
          title: 'This address is confirmed',
          lead: 'You’ve used this link already, so there’s nothing left to do.',
          way: account,
        },
        taken: {
          title: 'This address is taken',
          lead: 'Another account uses it now. Yours hasn’t changed; choose a different address in your account.',
          way: account,
        },
      }}
    />
  )
}
