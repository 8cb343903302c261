import { hash } from 'node:crypto'
import { dayMs } from '../../../shared/rules/time.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** How long the links are valid: the one to the new address, and the one that restores the old address. */
export const confirmMs = dayMs
export const restoreMs = 7 * dayMs

/**
 * Asks the new address to confirm itself, and tells the old one how to stop a change made by someone else.
 * Long for the texts of two mails.
 */
export function emailChangeAsked(
  change: {
    username: string
    from: string
    to: string
    confirmToken: string
    restoreToken: string
    at: Date
  },
  publicUrl: string,
): Mail[] {
  const { username, from, to, confirmToken, restoreToken, at } = change
  const link = (path: string, token: string) => `${publicUrl}/${path}?${new URLSearchParams({ token })}`
  // Not the token, because this is stored longer than the token is valid.
  const dedupeKey = (token: string) => hash('sha256', token, 'base64url')
  return [
    {
      kind: 'email-confirm',
      dedupeKey: dedupeKey(confirmToken),
      to,
      subject: `Confirm your email address for ${siteWords().site_name}`,
      tokenUntil: new Date(at.getTime() + confirmMs),
      blocks: [
        { type: 'heading', text: 'Confirm your email address' },
        {
          type: 'text',
          text: `You asked to use this address for your ${siteWords().site_name} account, ${username}. Once you confirm it, we’ll write to you here, and you can log in with it.`,
        },
        { type: 'button', label: 'Confirm this address', href: link('confirm-email', confirmToken) },
        {
          type: 'note',
          text: 'The link works once, within 24 hours. If it wasn’t you, ignore this email: without the link, your address can’t be used.',
        },
      ],
    },
    {
      kind: 'email-change',
      dedupeKey: dedupeKey(restoreToken),
      to: from,
      subject: `Your ${siteWords().site_name} email address is about to change`,
      tokenUntil: new Date(at.getTime() + restoreMs),
      blocks: [
        { type: 'heading', text: 'Your email address is about to change' },
        {
          type: 'text',
          text: 'Someone logged in to your account and asked to change its email address. Once the new one is confirmed, we’ll write only to that.',
        },
        {
          type: 'facts',
          rows: [
            ['Username', username],
            ['Current', from],
            ['New', to],
          ],
        },
        {
          type: 'text',
          text: 'If it was you, there’s nothing to do. If it wasn’t, take your account back: you’ll keep this address, every device will be logged out, and you’ll set a new password.',
        },
        { type: 'button', label: 'It wasn’t me', href: link('restore-email', restoreToken) },
        { type: 'note', text: 'The link works once, for seven days, even after the change.' },
      ],
    },
  ]
}

/** Sent to an address that is no longer the account's, because the previous one was restored. */
export function emailPutBack(change: {
  username: string
  email: string
  back: string
  changeId: number
}): Mail {
  return {
    kind: 'email-put-back',
    dedupeKey: String(change.changeId),
    to: change.email,
    subject: `Your ${siteWords().site_name} email address was changed back`,
    blocks: [
      { type: 'heading', text: 'Your email address was changed back' },
      {
        type: 'text',
        text: `The account ${change.username} uses ${change.back} again, because the owner of that address asked for it. We won’t write to this one anymore, and every device has been logged out.`,
      },
      { type: 'note', text: 'If you didn’t expect this, reply to this email.' },
    ],
  }
}

/** Sent to the owner who took the account back by a mailed link. `removed`: factors that went with it, in words. */
export function accountTakenBack(account: {
  designer_id: number
  username: string
  email: string
  removed: readonly string[]
  at: Date
}): Mail {
  const { designer_id, username, email, removed, at } = account
  return {
    kind: 'account-taken-back',
    dedupeKey: `${designer_id}:${at.toISOString()}`,
    to: email,
    subject: `Your ${siteWords().site_name} account is yours again`,
    blocks: [
      { type: 'heading', text: 'Your account is yours again' },
      {
        type: 'text',
        text: `Every device was logged out, and the old password of ${username} no longer works.`,
      },
      ...(removed.length
        ? ([
            {
              type: 'text',
              text: `We removed what was added lately: ${removed.join(', ')}. If any of it was yours, add it again.`,
            },
          ] as const)
        : []),
      { type: 'note', text: 'If you didn’t do this, reply to this email.' },
    ],
  }
}
