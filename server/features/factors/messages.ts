import { randomUUID } from 'node:crypto'
import { formatMoment } from '../../../shared/rules/format.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

export type FactorChange =
  | { what: 'totp added' | 'totp removed' | 'codes made' | 'reset' }
  | { what: 'passkey added' | 'passkey removed'; name: string }
  | { what: 'code used'; left: number }

/** Whether a change has added something that could be a stranger's. */
export const isAdded = ({ what }: FactorChange) =>
  what === 'totp added' || what === 'passkey added' || what === 'codes made'

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

/** How long the link in the letter about a new factor is good. */
export const undoMs = 7 * dayMs

/**
 * Sent at every change of the second factor, so that the owner notices one made by somebody else. `undo`: the link that
 * removes what was added.
 */
export function factorsChanged(
  account: { email: string; username: string },
  change: FactorChange,
  at: Date,
  publicUrl: string,
  undo?: { token: string; until: Date },
): Mail {
  const when = formatMoment(at)
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
      ...(undo
        ? ([
            {
              type: 'text',
              text: 'If it was you, there’s nothing to do. If it wasn’t, take your account back: what was added is removed, everyone is logged out, and you set a new password.',
            },
            {
              type: 'button',
              label: 'It wasn’t me',
              href: `${publicUrl}/undo-factor?${new URLSearchParams({ token: undo.token })}`,
            },
            { type: 'note', text: 'The link works once, for seven days.' },
          ] as const)
        : ([
            { type: 'text', text: 'If it wasn’t you, set a new password now and reply to this email.' },
            { type: 'button', label: 'Set a new password', href: `${publicUrl}/forgot-password` },
          ] as const)),
    ],
    ...(undo && { tokenUntil: undo.until }),
  }
}

/** Sent once a day where somebody with the password guesses codes. */
export function codesGuessed(
  account: { designer_id: number; email: string; username: string },
  at: Date,
  publicUrl: string,
): Mail {
  return {
    kind: 'codes-guessed',
    dedupeKey: `${account.designer_id}:${at.toISOString().slice(0, 10)}`,
    to: account.email,
    subject: `Someone knows your ${siteWords().site_name} password`,
    blocks: [
      { type: 'heading', text: 'Someone knows your password' },
      {
        type: 'text',
        text: `Someone entered the right password for ${account.username} and then ten wrong codes. They didn’t get in, and they can’t try much longer. Your own devices aren’t affected.`,
      },
      { type: 'text', text: 'Set a new password now. That ends their attempts.' },
      { type: 'button', label: 'Set a new password', href: `${publicUrl}/forgot-password` },
      { type: 'note', text: 'If you mistyped the codes yourself, there’s nothing to do.' },
    ],
  }
}
