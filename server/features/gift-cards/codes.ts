import { createHmac, randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16

/**
 * Normalises a typed code: blanks, hyphens and look-alike characters do not matter. Undefined if it cannot be a code.
 */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === codeLength && [...code].every(c => alphabet.includes(c)) ? code : undefined
}

/** 80 random bits, in four groups. */
export function makeCode(): string {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The keyed hash of a code: the only form in which it is stored. */
export const hashCode = (secret: string, code: string) =>
  createHmac('sha256', secret).update(`gift card:${code}`).digest()
