import { randomUUID } from 'node:crypto'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

export type FactorChange =
  | { what: 'totp added' | 'totp removed' | 'codes made' | 'reset' }
  | { what: 'passkey added' | 'passkey removed'; name: string }
  | { what: 'code used'; left: number }

function describe(change: FactorChange): string {
  if (change.what === 'totp added')
    return 'An authenticator app was set up. From now on, you’ll be asked for a code from it when you log in with your password.'
  if (change.what === 'totp removed') return 'The authenticator app was removed.'
  if (change.what === 'codes made') return 'New recovery codes were created. The old ones no longer work.'
  if (change.what === 'passkey added') return `The passkey “${change.name}” was added.`
  if (change.what === 'passkey removed') return `The passkey “${change.name}” was removed.`
  if (change.what === 'code used')
    return `A recovery code was used. ${change.left === 0 ? 'None are' : change.left === 1 ? 'One is' : `${change.left} are`} left.`
  return 'We removed your passkeys, authenticator app and recovery codes, and logged you out everywhere. Log in with your password and set up a new second factor.'
}

/** Sent at every change of the second factor, so that the owner notices one made by somebody else. */
export function factorsChanged(
  account: { email: string; username: string },
  change: FactorChange,
  at: Date,
  publicUrl: string,
): Mail {
  const when = at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return {
    kind: 'factors-changed',
    dedupeKey: randomUUID(),
    to: account.email,
    subject: `How you log in to ${siteWords().site_name} has changed`,
    blocks: [
      { type: 'heading', text: 'How you log in has changed' },
      { type: 'text', text: describe(change) },
      {
        type: 'facts',
        rows: [
          ['Username', account.username],
          ['Changed', `${when} UTC`],
        ],
      },
      { type: 'text', text: 'If it wasn’t you, set a new password now and reply to this email.' },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/forgot-password` },
    ],
  }
}
