import { formatMoment } from '../../../shared/rules/format.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** Sent after every change, so that the owner notices one made by someone else. `removed`: factors that went with it. */
export function passwordChanged(
  { to, username, at, removed }: { to: string; username: string; at: Date; removed: readonly string[] },
  publicUrl: string,
): Mail {
  const when = formatMoment(at)
  return {
    kind: 'password-changed',
    dedupeKey: `${username}:${at.toISOString()}`,
    to,
    subject: `Your ${siteWords().site_name} password was changed`,
    blocks: [
      { type: 'heading', text: 'Your password was changed' },
      { type: 'text', text: 'You’ve been logged out everywhere else.' },
      {
        type: 'facts',
        rows: [
          ['Username', username],
          ['Changed', `${when} UTC`],
          ...(removed.length ? [['Removed', removed.join(', ')] as const] : []),
        ],
      },
      ...(removed.length
        ? [
            {
              type: 'text',
              text: 'What was added to your account in the last seven days was removed, in case someone else added it. If it was yours, add it again.',
            } as const,
          ]
        : []),
      { type: 'text', text: 'If it wasn’t you, set a new password now and reply to this email.' },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/forgot-password` },
    ],
  }
}
