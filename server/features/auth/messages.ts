import { createHash } from 'node:crypto'
import { formatMoment } from '../../../shared/rules/format.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** The password reset. `to` is empty if the typed name is unknown. */
export function passwordReset(
  reset: { to: string; designerId: number; token: string; until: Date },
  publicUrl: string,
): Mail {
  const query = new URLSearchParams({ user: String(reset.designerId), token: reset.token })
  return {
    kind: 'password-reset',
    // Not the token, because this is stored longer than the token is valid.
    dedupeKey: createHash('sha256').update(reset.token).digest('base64url'),
    to: reset.to,
    subject: `Set a new password for ${siteWords().site_name}`,
    tokenUntil: reset.until,
    blocks: [
      { type: 'heading', text: 'Set a new password' },
      {
        type: 'text',
        text: `Someone, hopefully you, asked to reset the password of your ${siteWords().site_name} account.`,
      },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/password-reset?${query}` },
      {
        type: 'note',
        text: 'The link works once, within an hour. If it wasn’t you, ignore this email; your password stays the same.',
      },
    ],
  }
}

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

/** Sent once the account is closed: its last mail. */
export function accountClosed(account: {
  designer_id: number
  email: string
  username: string
  company: string
  hasLogos: boolean
}): Mail {
  return {
    kind: 'account-closed',
    dedupeKey: String(account.designer_id),
    to: account.email,
    subject: `Your ${siteWords().site_name} account is closed`,
    blocks: [
      { type: 'heading', text: 'Your account is closed' },
      {
        type: 'text',
        text: `The account ${account.username} is closed, and its data has been deleted. The username and this address can be used again.`,
      },
      {
        type: 'text',
        text: account.hasLogos
          ? `Your logos in published books stay there, under the name ${account.company}. We also keep the records of your payments, as the law requires.`
          : 'We keep the records of your payments, as the law requires.',
      },
      { type: 'note', text: 'If it wasn’t you, reply to this email.' },
    ],
  }
}
