import { useNavigate } from 'react-router'
import { EmailLink } from '../../features/auth/EmailLink.tsx'
import { useRestoreEmail } from '../../features/auth/queries.ts'

const contact = { to: '/contact', label: 'Contact us' }

/** Restores an account's email address after an unwanted change. */
export function RestoreEmail() {
  const restore = useRestoreEmail()
  const navigate = useNavigate()
  const act = async (token: string) => {
    const link = await restore.mutateAsync(token)
    navigate('/password-reset', {
      replace: true,
      state: { user: String(link.designer_id), token: link.token, removed: link.removed },
    })
  }
  return (
    <EmailLink
      path="/restore-email"
      words={{
        title: 'Take your account back',
        lead: 'You’ll keep your old email address. Every device will be logged out, and passkeys and apps that were added around the change will be removed. Then you’ll set a new password.',
      }}
      action={['Restore my address', 'Restoring…']}
      act={act}
      refused={{
        expired: {
          title: 'This link has expired',
          lead: 'Links work for seven days. If you’ve lost access to your account, write to us and we’ll help.',
          way: contact,
        },
        used: {
          title: 'This link has already been used',
          lead: 'Your old address is back. If you haven’t set a new password yet, get a link sent to it.',
          way: { to: '/forgot-password', label: 'Set a new password' },
        },
        taken: {
          title: 'Your old address is taken',
          lead: 'Another account uses it now, so it can’t be restored. Write to us and we’ll help.',
          way: contact,
        },
      }}
    />
  )
}
