import { useState } from 'react'
import { FormSheet } from '../../domain/page/FormSheet.tsx'
import { EmailLink } from '../../features/auth/EmailLink.tsx'
import { useUnsubscribe } from '../../features/auth/queries.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'

const choose = { to: '/account/emails', label: 'Choose your emails' }
const refused = {
  title: 'This link is incomplete',
  lead: 'Part of the link is missing. Copy all of it from the email, or choose in your account what we write about.',
  way: choose,
}

/** Ends the letters about what is new by the link in one of them, without logging in. */
export function Unsubscribe() {
  const unsubscribe = useUnsubscribe()
  const [isDone, setIsDone] = useState(false)
  if (isDone)
    return (
      <FormSheet
        key="done"
        title="You’re unsubscribed"
        lead="We won’t write about what’s new any more. Emails about your account still come. If you’d rather get some, choose which ones and how often."
      >
        <ButtonLink to={choose.to} kind="primary">
          {choose.label}
        </ButtonLink>
      </FormSheet>
    )
  return (
    <EmailLink
      path="/unsubscribe"
      words={{
        title: 'Stop these emails?',
        lead: 'We’ll stop writing about comments, followers, likes, new work, saved searches, news and books. Emails about your account still come.',
      }}
      action={['Unsubscribe', 'Unsubscribing…']}
      act={async token => {
        await unsubscribe.mutateAsync(token)
        setIsDone(true)
      }}
      refused={{ expired: refused, used: refused, taken: refused }}
    />
  )
}
