import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { dayMs } from '../../shared/rules/time.ts'

/** What the provider sends beside a message, so that its origin can be proved. */
export type Transmission = { id: string; time: string; signature: string; certUrl: string }

const algorithm = 'SHA256withRSA'
/** The provider tries for three days. */
const oldestMs = 4 * dayMs
const aheadMs = 5 * 60_000

/** The five headers of a message, or undefined when one is missing, doubled or of another algorithm. */
export function readTransmission(
  headers: Record<string, string | string[] | undefined>,
): Transmission | undefined {
  const read = (name: string) => {
    const value = headers[`paypal-${name}`]
    return typeof value === 'string' && value.length <= 2000 ? value : undefined
  }
  const [id, time, signature, certUrl] = [
    read('transmission-id'),
    read('transmission-time'),
    read('transmission-sig'),
    read('cert-url'),
  ]
  if (!id || !time || !signature || !certUrl || read('auth-algo') !== algorithm) return undefined
  return { id, time, signature, certUrl }
}

/** What is signed: the checksum of the body's very bytes, as a decimal number, with what goes beside it. */
export const signedText = (
  transmission: Pick<Transmission, 'id' | 'time'>,
  webhookId: string,
  body: Buffer,
) => `${transmission.id}|${transmission.time}|${webhookId}|${crc32(body)}`

/**
 * Whether the holder of this certificate sent these bytes to this webhook, not too long ago. The certificate must
 * be of `subject` and have been valid when it signed; where it came from is for the caller to check.
 */
export function isGenuine(
  body: Buffer,
  transmission: Transmission,
  by: { webhookId: string; certificate: string; subject: string; now: Date },
): boolean {
  const sentAt = Date.parse(transmission.time)
  const age = by.now.getTime() - sentAt
  if (!(age <= oldestMs && age >= -aheadMs)) return false
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(by.certificate)
  } catch {
    return false
  }
  if (sentAt < Date.parse(certificate.validFrom) || sentAt > Date.parse(certificate.validTo)) return false
  if (certificate.checkHost(by.subject, { subject: 'default', wildcards: false }) !== by.subject) return false
  return verify(
    'RSA-SHA256',
    Buffer.from(signedText(transmission, by.webhookId, body)),
    certificate.publicKey,
    Buffer.from(transmission.signature, 'base64'),
  )
}
