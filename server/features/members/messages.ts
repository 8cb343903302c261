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
