import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { unknownLsn } from '../db/replica.ts'
import { hashToken } from '../lib/hash-token.ts'
import type { Viewer } from '../viewer.ts'
import type { Cookies } from './cookies.ts'
import { HttpError } from './errors.ts'
import { accountColumns, describeAccount, type SessionRow } from './session.ts'

/** Throttle: a token's last use is written at most this often. */
const touchMs = 60_000

/**
 * What no token may call: how one signs in, tokens and webhooks, payments, the desk and the bench. A token that leaks must not
 * gain rights.
 */
const neverByToken =
  /^\/api\/(auth\/(?!check$)|designers\/(tokens|webhooks|payments|receipt|membership|checkout-info|export)(\/|$)|payments\/|register\/|subscriptions\/|admin\/|jury(\/|$))/

/** Whether tokens may make this call at all. */
export const isForTokens = (path: string) => !neverByToken.test(path)

/** The API token of a call; undefined where it has none, or is no call of the API. */
export function apiTokenOf({ url, headers }: FastifyRequest): string | undefined {
  if (!url.startsWith('/api/')) return undefined
  return /^Bearer\b *(.*)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * The log position (LSN) from which on a server knows the session of a request, or its token: a program keeps no cookies, and its token may be
 * new.
 */
export const lsnOfSession = (cookies: Pick<Cookies, 'lastWriteLsn'>, request: FastifyRequest) =>
  apiTokenOf(request) === undefined ? cookies.lastWriteLsn(request) : unknownLsn

/**
 * The account of an API token. Refuses a wrong token on every call, and every token on what it may not call. `isUseDue`: its
 * last use is to be noted again.
 */
export async function openByToken(
  db: Db,
  token: string,
  now: Date,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ viewer: Viewer; session: SessionRow; isUseDue: boolean }> {
  const [row] = await tokenRow(db, { token_hash: hashToken(token) })
  if (!row) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw new HttpError(401, 'This API token is wrong or has been revoked.', { code: 'token' })
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isForTokens(request.url.split('?')[0]!))
    throw new HttpError(403, 'API tokens can’t do this. Please log in on the site.', { code: 'token' })
  if (!isRead && row.scope === 'read')
    throw new HttpError(403, 'This API token may only read.', { code: 'token' })
  const { viewer, session } = describeAccount(row, now)
  return {
    viewer: { ...viewer, role: 'member', lacksFactor: undefined, tokenScope: row.scope },
    session: { ...session, can: [] },
    isUseDue: !row.last_used_at || now.getTime() - row.last_used_at.getTime() > touchMs,
  }
}

/** Notes the last use of an API token. */
export async function noteTokenUse(db: Db, token: string, now: Date) {
  await db
    .updateTable('api_token')
    .set({ last_used_at: now })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

const tokenRow = prepared('find-api-token', (db, params: { token_hash: Buffer }) =>
  db
    .selectFrom('api_token')
    .innerJoin('designer', 'designer.designer_id', 'api_token.designer_id')
    .innerJoin('membership', 'membership.designer_id', 'api_token.designer_id')
    .where('api_token.token_hash', '=', params.token_hash)
    .select(accountColumns)
    .select(['api_token.scope', 'api_token.last_used_at'])
    .compile(),
)
