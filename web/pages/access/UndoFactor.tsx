import { useNavigate } from 'react-router'
import { EmailLink } from '../../features/auth/EmailLink.tsx'
import { useUndoFactor } from '../../features/auth/queries.ts'

const expired = {
  title: 'This link has expired',
  lead: 'Links work once, for seven days. If you’ve lost access to your account, write to us and we’ll help.',
  way: { to: '/contact', label: 'Contact us' },
}

/** Takes an account back after somebody else has added a passkey, an authenticator app or recovery codes. */
export function UndoFactor() {
  const undo = useUndoFactor()
  const navigate = useNavigate()
  const act = async (token: string) => {
    const link = await undo.mutateAsync(token)
    navigate('/password-reset', {
      replace: true,
      state: { user: String(link.designer_id), token: link.token, removed: link.removed },
    })
  }
  return (
    <EmailLink
      path="/undo-factor"
      words={{
        title: 'Take your account back',
        lead: 'What was added to your login will be removed and every device will be logged out. Then you’ll set a new password.',
      }}
      action={['Take it back', 'Removing…']}
      act={act}
      refused={{ expired, used: expired, taken: expired }}
    />
  )
}
