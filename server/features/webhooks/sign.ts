import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { seal, unseal } from '../../lib/seal.ts'

const prefix = 'whsec_'

/** A new secret for signing, as its owner sees it, and sealed for the database. */
export function makeSecret(secret: string, designerId: number) {
  const bytes = randomBytes(24)
  return {
    shown: `${prefix}${bytes.toString('base64')}`,
    sealed: seal({ secret, purpose: 'webhook', owner: designerId }, bytes),
  }
}

/** The headers of the Standard Webhooks scheme; undefined if the secret was sealed with another SECRET. */
export function signMessage(
  { secret, designerId, sealed }: { secret: string; designerId: number; sealed: Buffer },
  message: { id: string; at: Date; body: string },
): Record<string, string> | undefined {
  const bytes = unseal({ secret, purpose: 'webhook', owner: designerId }, sealed)
  if (!bytes) return undefined
  const signature = new Webhook(bytes.toString('base64')).sign(message.id, message.at, message.body)
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at.getTime() / 1000)),
    'webhook-signature': signature,
  }
}
