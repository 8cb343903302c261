import { createHmac, randomInt } from 'node:crypto'

/** Crockford's base32: nothing in it is taken for something else when read from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = 10

/** Ten codes of 60 bits: 'K7QM-2XRD-9FTA'. */
export const makeRecoveryCodes = () =>
  Array.from({ length: codes }, () =>
    Array.from({ length: 3 }, () =>
      Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  )

/** The keyed hash of a code as typed: capitals, hyphens and what looks alike do not matter. */
export function hashRecoveryCode(secret: string, designerId: number, code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHmac('sha256', secret).update(`recovery:${designerId}:${plain}`).digest()
}
