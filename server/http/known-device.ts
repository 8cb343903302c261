import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// A browser that has signed in to an account keeps a lasting token. It grants no access: it only separates the
// owner's attempts from those of strangers. It is bound to the account and its password, so a new password voids it
// without a row to delete.

type Account = { designer_id: number; password_hash: string }

const sign = (secret: string, nonce: string, { designer_id, password_hash }: Account) =>
  createHmac('sha256', secret).update(`device:${nonce}:${designer_id}:${password_hash}`).digest('base64url')

export function makeDeviceToken(secret: string, account: Account): string {
  const nonce = randomBytes(32).toString('base64url')
  return `${nonce}.${sign(secret, nonce, account)}`
}

/** The key of a known device's count; undefined for any other device. */
export function findDevice(secret: string, account: Account | undefined, token = ''): string | undefined {
  const [nonce = '', signature = ''] = token.split('.')
  // The same work for an unknown name.
  const expected = Buffer.from(sign(secret, nonce, account ?? { designer_id: 0, password_hash: '' }))
  const signatureBytes = Buffer.from(signature)
  return account && signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    ? nonce
    : undefined
}
