import { formatMoment } from '../../../shared/rules/format.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'

/** Sent for each new API token, so that the owner notices one made by somebody else. */
export function tokenMade(
  account: { email: string; username: string },
  token: { token_id: number; name: string; scope: 'read' | 'write'; created_at: Date },
  publicUrl: string,
): Mail {
  return {
    kind: 'api-token-made',
    dedupeKey: String(token.token_id),
    to: account.email,
    subject: `A new API token for your ${siteWords().site_name} account`,
    blocks: [
      { type: 'heading', text: 'A new API token' },
      {
        type: 'text',
        text:
          token.scope === 'write'
            ? 'A program that has it can read and change what you can, except your login, payments and webhooks.'
            : 'A program that has it can read what you can, and change nothing.',
      },
      {
        type: 'facts',
        rows: [
          ['Username', account.username],
          ['Token', token.name],
          ['Created', `${formatMoment(token.created_at)} UTC`],
        ],
      },
      {
        type: 'text',
        text: 'If it was you, there’s nothing to do. If it wasn’t, revoke it and set a new password, which ends all tokens.',
      },
      { type: 'button', label: 'See your tokens', href: `${publicUrl}/account/api` },
    ],
  }
}
