import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymous } from '../../shared/api/auth.ts'
import { type Db, transaction } from '../db/connect.ts'
import type { Services } from '../services.ts'
import type { Cookies } from './cookies.ts'
import { makeDeviceToken } from './known-device.ts'
import { closeSession, findSession, openSession } from './session.ts'

/** Limits attempts to sign in, right or wrong. */
export const signInsPerAddress = { name: 'sign-in:rate', most: 120, seconds: 60 }

export const visitorSession = { ...anonymous, nextBillingTime: null }

export const whereFrom = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
})

type Needed = Pick<Services, 'db' | 'now' | 'secret'> & {
  request: FastifyRequest
  reply: FastifyReply
  cookies: Cookies
}

/**
 * Opens a session in place of the browser's earlier one, once `lastCheck` passes in the same transaction. `byFactor`: a second
 * factor was proved.
 */
export async function completeSignIn(
  { db, request, reply, cookies, now, secret }: Needed,
  account: { designer_id: number; password_hash: string },
  { byFactor = false, lastCheck }: { byFactor?: boolean; lastCheck?: (trx: Db) => Promise<void> } = {},
) {
  const old = cookies.sessionToken(request)
  if (old) await closeSession(db, old)
  const token = await transaction(db, async trx => {
    await lastCheck?.(trx)
    const factorAt = byFactor ? now() : undefined
    return openSession(trx, account.designer_id, whereFrom(request), now(), { factorAt })
  })
  if (cookies.halfSignIn(request) !== undefined) cookies.clearHalfSignIn(reply)
  cookies.setSession(reply, token)
  cookies.setDevice(reply, makeDeviceToken(secret, account))
  return (await findSession(db, token, now()))?.session ?? visitorSession
}
