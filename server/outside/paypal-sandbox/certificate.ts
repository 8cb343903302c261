import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A self-signed certificate in DER, written by hand: Node reads X.509 but does not make it.

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : content.length < 256
        ? Buffer.from([0x81, content.length])
        : Buffer.from([0x82, content.length >> 8, content.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, content])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
const bits = (content: Buffer) => tlv(0x03, Buffer.from([0]), content)
const integer = (bytes: Buffer) => tlv(0x02, bytes)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) => tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`))

const sha256WithRsa = sequence(oid('2a864886f70d01010b'), tlv(0x05))
const nameOf = (commonName: string) =>
  sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(commonName)))))
/** subjectAltName: one DNS name. */
const alternative = (name: string) =>
  tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, sequence(tlv(0x82, Buffer.from(name)))))))

/** A new RSA key and its certificate for `host`, good for half a century; both PEM. */
export function makeCertificate(host: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x7f) | 1
  const facts = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    sha256WithRsa,
    nameOf(host),
    sequence(time(new Date('2025-01-01')), time(new Date('2075-01-01'))),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    alternative(host),
  )
  const der = sequence(facts, sha256WithRsa, bits(sign('RSA-SHA256', facts, privateKey)))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
