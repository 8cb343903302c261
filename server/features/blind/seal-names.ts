import { createCipheriv, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { BlindNames } from '../../../shared/api/blind.ts'
import { blindNamesKey } from '../../../shared/rules/blind.ts'

const derive = promisify(pbkdf2)

/** The key of the last day that was asked for: it takes a tenth of a second. */
let last: { id: string; salt: Buffer; key: Promise<Buffer> } | undefined

function keyOf(secret: string, day: string) {
  const salt = createHmac('sha256', secret).update(`blind names ${day}`).digest().subarray(0, 16)
  const id = salt.toString('hex')
  if (last?.id !== id) {
    const { password, iterations } = blindNamesKey
    last = { id, salt, key: derive(password, salt, iterations, 32, 'sha256') }
  }
  return last
}

/** Texts are filled up to a multiple of it, so that the length tells nothing. */
const blockLength = 4096

/**
 * Seals a day's names, so that they can be shown without a connection. The key follows from the salt by work that the page does
 * once five are kept: no byte of the answer tells a name before.
 */
export async function sealNames(secret: string, day: string, names: BlindNames) {
  const { salt, key } = keyOf(secret, day)
  const text = Buffer.from(JSON.stringify(names))
  const padded = Buffer.alloc(Math.ceil(text.length / blockLength) * blockLength, ' ')
  text.copy(padded)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await key, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
  return { salt: salt.toString('base64'), text: sealed.toString('base64') }
}
