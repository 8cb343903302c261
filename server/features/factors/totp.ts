import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { seal, unseal } from '../../lib/seal.ts'
import { siteWords } from '../../lib/site-words.ts'

// Codes of authenticator apps: https://www.rfc-editor.org/rfc/rfc6238

const periodMs = 30_000

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: siteWords().site_name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1000,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

const purpose = 'totp'

/** A new secret: sealed for the database, and as the app takes it, typed or from a QR code. */
export function makeTotp(secret: string, owner: { designer_id: number; username: string }) {
  const bytes = randomBytes(20)
  const totp = totpOf(bytes, owner.username)
  return {
    sealed: seal({ secret, purpose, owner: owner.designer_id }, bytes),
    secret: totp.secret.base32,
    uri: totp.toString(),
  }
}

/** The step of time that a code belongs to, now or one to either side; undefined if it belongs to none of them. */
export function findStep(
  secret: string,
  { designerId, sealed }: { designerId: number; sealed: Buffer },
  code: string,
  now: Date,
): number | undefined {
  const bytes = unseal({ secret, purpose, owner: designerId }, sealed)
  const delta = bytes && totpOf(bytes).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === undefined || delta === null ? undefined : Math.floor(now.getTime() / periodMs) + delta
}
