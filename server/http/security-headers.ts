import type { FastifyReply } from 'fastify'
import { report } from '../../shared/api/client-errors.ts'
import type { Config } from '../config.ts'

const reportPath = report.path

/** Security headers of every answer that is not a file. */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'payments'>,
  scriptHashes: string[],
): Record<string, string> {
  // A single-page application has one policy, so the provider's hosts are allowed on all pages, if there is a provider.
  const payPal =
    config.payments.kind === 'paypal' ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : []
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes, ...payPal],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...payPal],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...payPal],
    'manifest-src': ["'self'"],
    // The desk shows mails in a frame; no other answer may be framed.
    'frame-src': ["'self'", ...payPal],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    // Older browsers know report-uri, newer ones report-to.
    'report-uri': [reportPath],
    'report-to': ['errors'],
  }
  // Unused features are disabled for injected scripts and frames, too.
  const features =
    'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi screen-wake-lock serial usb'
  const closed = [...features.split(' '), ...(payPal.length ? [] : ['payment'])]
  return {
    'content-security-policy': Object.entries(policy)
      .map(([what, from]) => `${what} ${from.join(' ')}`)
      .join(';'),
    // The approval popup needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'permissions-policy': closed.map(feature => `${feature}=()`).join(', '),
    'reporting-endpoints': `errors="${reportPath}"`,
    // The rights to text and data mining are reserved (TDM Reservation Protocol); `/.well-known/tdmrep.json` says the same.
    'tdm-reservation': '1',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

const notForFiles = [
  // Logged for an error only.
  'x-request-id',
  // The browsers' default.
  'referrer-policy',
  'permissions-policy',
  'reporting-endpoints',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Headers of a file. A page loads about forty of them, so the headers for documents and the request id are removed: half a
 * kilobyte each. A file that is opened as a page is sandboxed, not sniffed and not framed; of scripts see `letFetch`.
 */
export function sendAsFile(reply: FastifyReply): FastifyReply {
  for (const name of notForFiles) reply.removeHeader(name)
  return reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none';sandbox")
}

/**
 * A script's own policy holds where it runs as a worker: it may fetch from the site, which a sandbox would forbid. Opened as a
 * page it is only text, and not framed.
 */
export const letFetch = (reply: FastifyReply) =>
  reply.header('content-security-policy', "default-src 'self';frame-ancestors 'none'")
