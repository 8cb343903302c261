import { product } from '../../../shared/product.ts'
import type { Mail } from '../mail/queries.ts'

/** Told to the old address and to the new one, so that a change made by somebody else is noticed. */
export function emailChanged(
  { username, from, to, at }: { username: string; from: string; to: string; at: Date },
  publicUrl: string,
): Mail[] {
  const subject = `Your ${product.name} e-mail address was changed`
  const facts = {
    type: 'facts',
    rows: [
      ['Username', username],
      ['Before', from],
      ['Now', to],
    ],
  } as const
  const heading = { type: 'heading', text: 'Your e-mail address was changed' } as const
  return [
    {
      kind: 'email-changed',
      dedupeKey: `${username}:${at.toISOString()}:old`,
      to: from,
      subject,
      blocks: [
        heading,
        { type: 'text', text: 'From now on we write to the new address, and no longer to this one.' },
        facts,
        { type: 'text', text: 'If it was not you, answer this mail at once.' },
      ],
    },
    {
      kind: 'email-changed',
      dedupeKey: `${username}:${at.toISOString()}:new`,
      to,
      subject,
      blocks: [
        heading,
        { type: 'text', text: 'From now on we write to this address. You can sign in with it, too.' },
        facts,
        { type: 'button', label: 'Your account', href: `${publicUrl}/account` },
      ],
    },
  ]
}
