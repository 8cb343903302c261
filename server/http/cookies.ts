import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayMs } from '../../shared/rules/time.ts'
import type { Config } from '../config.ts'
import { isCsrfToken, makeCsrfToken } from './csrf.ts'
import { halfSignInMs, lifetimeMs } from './session.ts'

/** The longest lifetime that browsers allow a cookie. */
const deviceMs = 400 * dayMs
/** Lifetime of the read-your-writes cookie. A replica further behind than this is not used anyway. */
const lastWriteMs = 60_000

/**
 * Reads and writes the site's cookies, with the prefix `__Host-` and Secure where the site is https. Long: one method for
 * each.
 */
export function makeCookies(config: Pick<Config, 'publicUrl' | 'secret'>) {
  const secure = config.publicUrl.startsWith('https:')
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name)
  const [name, csrfName] = [nameOf('session'), nameOf('csrftoken')]
  const [deviceName, lastWriteName] = [nameOf('device'), nameOf('last_write')]
  const halfName = nameOf('half_sign_in')
  const common = { path: '/', sameSite: 'lax', secure } as const

  /** Whether the Origin header, if there is one, is the requested host or the site's public address. */
  function isOwnOrigin({ headers }: FastifyRequest) {
    if (headers.origin === undefined || headers.origin === config.publicUrl) return true
    return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
  }

  const sessionToken = (request: FastifyRequest) => request.cookies[name]
  const csrfToken = (request: FastifyRequest) => request.cookies[csrfName]
  const setCsrf = (reply: FastifyReply, token: string) =>
    reply.setCookie(csrfName, makeCsrfToken(config.secret, token), { ...common, httpOnly: false })

  return {
    sessionName: name,
    sessionToken,
    csrfToken,
    /** Sends the session's cookie again, with a fresh lifetime. */
    renewSession(reply: FastifyReply, token: string) {
      // The answer has left already (a page does not wait for its first calls): a later answer renews the cookie.
      if (reply.sent) return
      reply.setCookie(name, token, { ...common, httpOnly: true, maxAge: lifetimeMs / 1000 })
    },
    /** Sets the session's cookie and a new CSRF token, which is bound to the session. */
    setSession(reply: FastifyReply, token: string) {
      reply.setCookie(name, token, { ...common, httpOnly: true, maxAge: lifetimeMs / 1000 })
      setCsrf(reply, token)
    },
    /** Removes the session's cookie and the browser's storage for the site: unsent uploads and drafts. The page restores preferences. */
    clearSession(reply: FastifyReply) {
      reply.header('clear-site-data', '"storage"')
      reply.clearCookie(name, { ...common, httpOnly: true })
      setCsrf(reply, '')
    },
    /** Sets the cookie for the second step of signing in. It opens nothing. */
    setHalfSignIn(reply: FastifyReply, token: string) {
      reply.setCookie(halfName, token, { ...common, httpOnly: true, maxAge: halfSignInMs / 1000 })
    },
    halfSignIn: (request: FastifyRequest) => request.cookies[halfName],
    clearHalfSignIn(reply: FastifyReply) {
      reply.clearCookie(halfName, { ...common, httpOnly: true })
    },
    /** Marks this browser as known for the next sign-in. Outlives the session. */
    setDevice(reply: FastifyReply, token: string) {
      reply.setCookie(deviceName, token, { ...common, httpOnly: true, maxAge: deviceMs / 1000 })
    },
    device: (request: FastifyRequest) => request.cookies[deviceName],
    /** Read-your-writes: the log position (LSN) that a replica must have replayed before it may answer this browser. */
    setLastWriteLsn(reply: FastifyReply, lsn: string) {
      reply.setCookie(lastWriteName, lsn, { ...common, httpOnly: true, maxAge: lastWriteMs / 1000 })
    },
    lastWriteLsn: (request: FastifyRequest) => request.cookies[lastWriteName],
    /** Whether a request carries no session, read-your-writes LSN or Authorization, so that its answer may be shared. */
    isAnonymous: (request: FastifyRequest) =>
      sessionToken(request) === undefined &&
      request.cookies[lastWriteName] === undefined &&
      request.headers.authorization === undefined,
    /** Sets a CSRF token unless the browser has a valid one for its session. */
    ensureCsrf(request: FastifyRequest, reply: FastifyReply) {
      const token = sessionToken(request) ?? ''
      if (!isCsrfToken(config.secret, token, csrfToken(request))) setCsrf(reply, token)
    },
    /** CSRF check: the header equals the cookie, and the cookie is bound to the session (signed double submit). */
    isOwnRequest(request: FastifyRequest) {
      const header = request.headers['x-csrftoken']
      return (
        typeof header === 'string' &&
        header === csrfToken(request) &&
        isCsrfToken(config.secret, sessionToken(request) ?? '', header) &&
        request.headers['sec-fetch-site'] !== 'cross-site' &&
        isOwnOrigin(request)
      )
    },
  }
}

export type Cookies = ReturnType<typeof makeCookies>
