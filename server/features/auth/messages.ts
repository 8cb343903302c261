import { createHash } from 'node:crypto'
import { product } from '../../../shared/product.ts'
import type { Mail } from '../mail/queries.ts'

/** How long a link that sets a new password is good. */
export const resetMs = 60 * 60_000

/** The way back in. `to` is empty when nobody has the name that was typed. */
export function passwordReset(
  reset: { to: string; designerId: number; token: string; until: Date },
  publicUrl: string,
): Mail {
  const query = new URLSearchParams({ user: String(reset.designerId), token: reset.token })
  return {
    kind: 'password-reset',
    // Kept longer than the token is good, so not the token.
    dedupeKey: createHash('sha256').update(reset.token).digest('base64url'),
    to: reset.to,
    subject: `Set a new password for ${product.name}`,
    tokenUntil: reset.until,
    blocks: [
      { type: 'heading', text: 'Set a new password' },
      {
        type: 'text',
        text: `Somebody, most likely you, asked for a new password for your account at ${product.name}.`,
      },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/password-reset?${query}` },
      {
        type: 'note',
        text: 'The link works once, within an hour. If it was not you, there is nothing to do: your password stays as it is.',
      },
    ],
  }
}

/** Told after every change, so that one made by somebody else is noticed. */
export function passwordChanged(
  { to, username, at }: { to: string; username: string; at: Date },
  publicUrl: string,
): Mail {
  const when = at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return {
    kind: 'password-changed',
    dedupeKey: `${username}:${at.toISOString()}`,
    to,
    subject: `Your ${product.name} password was changed`,
    blocks: [
      { type: 'heading', text: 'Your password was changed' },
      { type: 'text', text: 'Everywhere else you are signed out now.' },
      {
        type: 'facts',
        rows: [
          ['Username', username],
          ['Changed', `${when} UTC`],
        ],
      },
      { type: 'text', text: 'If it was not you, set a new password at once and tell us.' },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/forgot-password` },
    ],
  }
}
