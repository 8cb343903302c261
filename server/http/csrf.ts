import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Double submit, bound to the session: the `csrftoken` cookie can be read by our own pages only, is repeated in
// the header X-CSRFToken, and is an HMAC over the session's cookie, so that a token planted from elsewhere
// (a sibling domain, an older session) is refused.

const sign = (secret: string, nonce: string, sessionCookie: string) =>
  createHmac('sha256', secret).update(`csrf:${nonce}:${sessionCookie}`).digest('base64url')

/** A token good for this session cookie (`''` for none). */
export function makeCsrfToken(secret: string, sessionCookie: string): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${sign(secret, nonce, sessionCookie)}`
}

/** Whether `token` was made for this session cookie. */
export function isCsrfToken(secret: string, sessionCookie: string, token: string | undefined): boolean {
  const [nonce, signature, ...rest] = token?.split('.') ?? []
  if (!nonce || !signature || rest.length) return false
  const expected = Buffer.from(sign(secret, nonce, sessionCookie))
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
