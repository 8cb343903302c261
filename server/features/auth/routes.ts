import { createHmac } from 'node:crypto'
import { anonymous, check, login, logout } from '../../../shared/api/auth.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { closeSession, findSession, openSession } from '../../http/session.ts'
import { isPassword } from './password.ts'
import { findAccount } from './queries.ts'

const hashName = (secret: string, name: string) =>
  createHmac('sha256', secret).update(`sign-in:${name.toLowerCase()}`).digest('base64url')

const visitorSession = { ...anonymous, nextBillingTime: null }

const failedPerAccount = { name: 'sign-in:account', most: 10, seconds: 900 }
const failedPerAddress = { name: 'sign-in:address', most: 100, seconds: 900 }
const perAddress = { name: 'sign-in:rate', most: 120, seconds: 60 }

export const authRoutes = [
  route(check, async ({ request }) => request.session ?? visitorSession),

  route(login, async ({ db, input, request, reply, cookies, now, secret }) => {
    const address = addressKey(request.ip)
    await countHit(db, perAddress, address, now())
    const found = await findAccount(db, input.username)
    // However it is spelt, one account has one count; a name that nobody has is kept as a hash, since people type
    // passwords into the wrong field.
    const account = found ? String(found.designer_id) : hashName(secret, input.username)
    const failed = [
      [failedPerAddress, address],
      [failedPerAccount, account],
    ] as const
    if (
      !(await countUnlessRight(db, failed, now(), () => isPassword(input.password, found?.password_hash))) ||
      !found
    )
      throw new HttpError(401, 'Invalid credentials', { isAuthenticated: false })

    const old = cookies.sessionToken(request)
    if (old) await closeSession(db, old)
    const from = { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
    const token = await openSession(db, found.designer_id, from, now())
    cookies.setSession(reply, token)
    return (await findSession(db, token, now()))?.session ?? visitorSession
  }),

  route(logout, async ({ db, request, reply, cookies }) => {
    const token = cookies.sessionToken(request)
    if (token) await closeSession(db, token)
    cookies.clearSession(reply)
    return visitorSession
  }),
]
