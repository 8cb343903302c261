import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** What an answer tells the browser not to do: the same for all that are no files, so it is written once. */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'payments'>,
  scriptHashes: string[],
): Record<string, string> {
  // One document holds all pages, so what Checkout needs is allowed to each of them, and only with the real provider.
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
    ...(payPal.length > 0 && { 'frame-src': payPal }),
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([what, from]) => `${what} ${from.join(' ')}`)
      .join(';'),
    // The window in which a payment is approved has to find the one that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

const ofDocuments = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * A file that pages are made of, forty to a page, goes without what browsers heed in documents only: half a kilobyte each.
 * It can do nothing even when opened as a page: sandboxed, never sniffed, framed by nobody.
 */
export function sendAsFile(reply: FastifyReply): FastifyReply {
  for (const name of ofDocuments) reply.removeHeader(name)
  return reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none';sandbox")
}
