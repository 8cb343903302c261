import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../shared/api/auth.ts'
import { isActiveState, membershipState } from '../../shared/rules/membership.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { avatarUrl } from '../db/fragments.ts'
import { prepared } from '../db/prepared.ts'
import type { Viewer } from '../viewer.ts'
import { isCsrfToken, makeCsrfToken } from './csrf.ts'

const lifetimeMs = 30 * 86_400_000
/** A replica that has not come so far by then is not used at all. */
const writtenMs = 60_000
/** A session's last use is noted at most this often. */
const touchMs = 5 * 60_000

/** What is kept of a session's cookie. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** Opens a session and returns the cookie's value: 32 random bytes, of which only the hash is kept. */
export async function openSession(
  db: Db,
  designerId: number,
  from: { userAgent: string; address: string },
  now: Date,
) {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      designer_id: designerId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      user_agent: from.userAgent.slice(0, 300),
      address: from.address.slice(0, 64),
    })
    .execute()
  return token
}

export async function closeSession(db: Db, token: string) {
  await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()
}

/** Ends a designer's sessions, all but the one with this cookie. */
export async function closeOtherSessions(db: Db, designerId: number, token: string) {
  await db
    .deleteFrom('session')
    .where('designer_id', '=', designerId)
    .where('token_hash', '<>', hashOf(token))
    .execute()
}

/** Ends every session of a designer. */
export async function closeSessions(db: Db, designerId: number) {
  await db.deleteFrom('session').where('designer_id', '=', designerId).execute()
}

/** The session behind a cookie's value, as the contract shows it, and the viewer it makes; undefined when there is none. */
export async function findSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<{ viewer: Viewer; session: SessionRow; renewed: boolean } | undefined> {
  if (!token) return undefined
  const [row] = await sessionRow(db, { token_hash: hashOf(token), now })
  if (!row) return undefined
  const renewed = now.getTime() - row.last_seen_at.getTime() > touchMs
  if (renewed)
    await db
      .updateTable('session')
      .set({ last_seen_at: now, expires_at: new Date(now.getTime() + lifetimeMs) })
      .where('token_hash', '=', hashOf(token))
      .execute()
  const viewer = { id: row.designerId, role: row.role, isActive: isActiveState(membershipState(row, now)) }
  const memberType = ({ member: 'Member', juror: 'Juror', admin: 'Admin' } as const)[row.role]
  return {
    viewer,
    renewed,
    session: {
      ...row,
      isAuthenticated: true,
      isActive: viewer.isActive,
      memberType,
      subscriptionActive: row.subscription_id !== null,
      subscriptionId: row.subscription_id,
      nextBillingTime: row.next_billing_time && row.next_billing_time > now ? row.next_billing_time : null,
    },
  }
}

/** Whether the session behind a cookie's value still exists and is an active member's. Asking does not count as using it. */
export async function isActiveSession(db: Db, token: string, now: Date): Promise<boolean> {
  const [row] = await sessionRow(db, { token_hash: hashOf(token), now })
  return row !== undefined && isActiveState(membershipState(row, now))
}

/** The contract's session before JSON: instants are Dates. */
export type SessionRow = Omit<Session, 'nextBillingTime'> & { nextBillingTime: Date | null }

const sessionRow = prepared('find-session', (db, given: { token_hash: Buffer; now: Date }) =>
  db
    .selectFrom('session')
    .innerJoin('designer', 'designer.designer_id', 'session.designer_id')
    .innerJoin('membership', 'membership.designer_id', 'session.designer_id')
    .where('session.token_hash', '=', given.token_hash)
    .where('session.expires_at', '>', given.now)
    .select([
      'designer.designer_id as designerId',
      'designer.username',
      'designer.company',
      'designer.slug',
      'designer.role',
      avatarUrl('designer').as('avatar'),
      'session.last_seen_at',
      'membership.member_expire',
      'membership.subscription_id',
      'membership.next_billing_time',
      'membership.provisional_until',
      'membership.is_revoked',
    ])
    .compile(),
)

// Cookies ------------------------------------------------------------------------------------------------------

/** Reading and writing of our two cookies, by configuration: `__Host-` and Secure where the site is https. */
export function makeCookies(config: Pick<Config, 'publicUrl' | 'secret'>) {
  const secure = config.publicUrl.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const common = { path: '/', sameSite: 'lax', secure } as const

  /** A browser names the page's origin: it must be the host that was asked, or the site's public address. */
  function isOwnOrigin({ headers }: FastifyRequest) {
    if (headers.origin === undefined || headers.origin === config.publicUrl) return true
    return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
  }

  const sessionToken = (request: FastifyRequest) => request.cookies[name]
  const setCsrf = (reply: FastifyReply, token: string) =>
    reply.setCookie('csrftoken', makeCsrfToken(config.secret, token), { ...common, httpOnly: false })

  return {
    sessionName: name,
    sessionToken,
    /** The same session for another thirty days. */
    renewSession(reply: FastifyReply, token: string) {
      // A page that did not wait for it: a later answer will bring it.
      if (reply.sent) return
      reply.setCookie(name, token, { ...common, httpOnly: true, maxAge: lifetimeMs / 1000 })
    },
    /** A new session always comes with a new CSRF token, since that is bound to it. */
    setSession(reply: FastifyReply, token: string) {
      reply.setCookie(name, token, { ...common, httpOnly: true, maxAge: lifetimeMs / 1000 })
      setCsrf(reply, token)
    },
    clearSession(reply: FastifyReply) {
      reply.clearCookie(name, { ...common, httpOnly: true })
      setCsrf(reply, '')
    },
    /** Up to where the database's log has to be read for this browser to see what it wrote itself. */
    setWritten(reply: FastifyReply, mark: string) {
      reply.setCookie('written', mark, { ...common, httpOnly: true, maxAge: writtenMs / 1000 })
    },
    written: (request: FastifyRequest) => request.cookies.written,
    /** Gives the browser a CSRF token when it has none that is good for its session. */
    ensureCsrf(request: FastifyRequest, reply: FastifyReply) {
      const token = sessionToken(request) ?? ''
      if (!isCsrfToken(config.secret, token, request.cookies.csrftoken)) setCsrf(reply, token)
    },
    /** Whether a state-changing request comes from our own page: header, cookie and session belong together. */
    isOwnRequest(request: FastifyRequest) {
      const header = request.headers['x-csrftoken']
      return (
        typeof header === 'string' &&
        header === request.cookies.csrftoken &&
        isCsrfToken(config.secret, sessionToken(request) ?? '', header) &&
        request.headers['sec-fetch-site'] !== 'cross-site' &&
        isOwnOrigin(request)
      )
    },
  }
}

export type Cookies = ReturnType<typeof makeCookies>
