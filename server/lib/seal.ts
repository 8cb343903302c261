import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// Secrets that are kept in the database but must be readable again: AES-256-GCM with a key of their own, derived from
// SECRET. A copy of the database alone does not open them. Laid out as nonce (12 bytes), tag (16), text.

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `colophon:${purpose}`, 32))

/** `owner` is bound to the text: a row that was copied to another account does not open. */
type Seal = { secret: string; purpose: string; owner: number }

export function seal({ secret, purpose, owner }: Seal, text: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(
    Buffer.from(String(owner)),
  )
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined if it was sealed with another key, or was changed. */
export function unseal({ secret, purpose, owner }: Seal, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, 12))
    .setAAD(Buffer.from(String(owner)))
    .setAuthTag(sealed.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  } catch {
    return undefined
  }
}
