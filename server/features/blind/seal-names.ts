import { createCipheriv, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { BlindNames } from '../../../shared/api/blind.ts'
import { blindNamesKey } from '../../../shared/rules/blind.ts'

const derive = promisify(pbkdf2)

/** Caches the key of the last requested day: deriving it takes a tenth of a second. */
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

/** Texts are padded to a multiple of this, so that the length tells nothing. */
const blockLength = 4096

/**
 * Encrypts a day's names, so that the page can show them without a connection. The page derives the key from the salt, by
 * slow work that it does once five are kept: until then the answer tells no name.
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
