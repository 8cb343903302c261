import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Registration } from '../shared/api/factors.ts'

// An authenticator in software, which makes passkeys (ES256) as a phone or a security key does, and can be told to lie.

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** The CBOR head of a value: its major type, and its length or number below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const byteString = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const textString = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

type Lies = { origin?: string; rpId?: string; isVerified?: boolean; count?: number }

/** `origin` is the page's, as the browser writes it. */
export function makeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  let uses = 0

  const common = () => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key' as const,
    clientExtensionResults: {},
  })
  const clientData = (type: string, challenge: string, lies: Lies) =>
    JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false })
  function authenticatorData(flags: number, lies: Lies, rest = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.count ?? uses)
    const verified = lies.isVerified === false ? 0 : 0x04
    const rpId = lies.rpId ?? new URL(origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | verified]), count, rest])
  }

  return {
    /** Answers the options of a registration. */
    register(challenge: string, lies: Lies = {}): Registration {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = map([
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), byteString(Buffer.from(x, 'base64url'))],
        [integer(-3), byteString(Buffer.from(y, 'base64url'))],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, key])
      const attestation = map([
        [textString('fmt'), textString('none')],
        [textString('attStmt'), map([])],
        [textString('authData'), byteString(authenticatorData(0x40, lies, attested))],
      ])
      return {
        ...common(),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    /** Answers the options of a sign-in or confirmation. */
    assert(challenge: string, lies: Lies = {}): Assertion {
      uses += 1
      const data = authenticatorData(0, lies)
      const client = clientData('webauthn.get', challenge, lies)
      return {
        ...common(),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
