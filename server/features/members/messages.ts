import { createHash } from 'node:crypto'
import { formatDay } from '../../../shared/rules/format.ts'
import type { Role } from '../../../shared/rules/roles.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

const asWhat: Record<Role, string> = {
  member: 'a member',
  juror: 'a juror',
  moderator: 'a moderator',
  support: 'member support',
  chair: 'the chair of the jury',
  admin: 'an administrator',
}

/** The first letter to the owner of a new account. */
export function invitation(
  params: { to: string; username: string; role: Role; designer_id: number; token: string; until: Date },
  publicUrl: string,
): Mail {
  const query = new URLSearchParams({ user: String(params.designer_id), token: params.token })
  const until = formatDay(params.until)
  return {
    kind: 'invitation',
    dedupeKey: String(params.designer_id),
    to: params.to,
    subject: `Your ${siteWords().site_name} account`,
    tokenUntil: params.until,
    blocks: [
      { type: 'heading', text: `Welcome to ${siteWords().site_name}` },
      {
        type: 'text',
        text: `An account has been set up for you as ${asWhat[params.role]}. Set a password to log in.`,
      },
      { type: 'facts', rows: [['Username', params.username]] },
      { type: 'button', label: 'Set a password', href: `${publicUrl}/password-reset?${query}` },
      {
        type: 'note',
        text: `The link works once, until ${until}. After that, use “Forgot password?” on the login page to get another.`,
      },
    ],
  }
}

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
