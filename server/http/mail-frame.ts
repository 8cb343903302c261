import type { FastifyReply } from 'fastify'

/**
 * Sends a mail's HTML for a frame of the site's own pages. It has inline styles and embedded pictures, and may not run
 * scripts, fetch anything or be framed elsewhere. `canOpen`: its links open a window of their own.
 */
export function sendMailFrame(reply: FastifyReply, html: string, { canOpen = false } = {}) {
  const sandbox = canOpen ? 'sandbox allow-popups allow-popups-to-escape-sandbox' : 'sandbox'
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; ${sandbox}`,
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(canOpen ? html.replaceAll('<a ', '<a target="_blank" rel="noopener" ') : html)
}
