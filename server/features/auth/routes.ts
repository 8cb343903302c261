import { createHmac } from 'node:crypto'
import {
  anonymous,
  check,
  closeAccount as closeAccountCall,
  endSession as endSessionCall,
  login,
  logout,
  sessions,
} from '../../../shared/api/auth.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { type Context, route } from '../../http/serve.ts'
import { closeOtherSessions, closeSession, findSession, hashOf, openSession } from '../../http/session.ts'
import { closeAccount } from './close-account.ts'
import { describeDevice, describeNetwork } from './device.ts'
import { isPassword } from './password.ts'
import { endSession, findAccount, findPasswordHash, listSessions } from './queries.ts'

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

  route(sessions, openSessions),

  route(endSessionCall, async context => {
    const { db, input, viewer, request, cookies } = context
    if (input.session_id === 'others')
      await closeOtherSessions(db, viewer.id, cookies.sessionToken(request) ?? '')
    else if (!(await endSession(db, viewer.id, input.session_id)))
      throw new HttpError(404, 'Session not found')
    return openSessions(context)
  }),

  route(closeAccountCall, async ({ db, input, viewer, request, reply, cookies, now, ...services }) => {
    const account = await findPasswordHash(db, viewer.id)
    const failed = [[failedPerAccount, String(viewer.id)]] as const
    if (
      !(await countUnlessRight(db, failed, now(), () => isPassword(input.password, account?.password_hash)))
    )
      throw invalid('password', 'Current password is incorrect.')
    await closeAccount({ db, now, ...services }, viewer.id)
    cookies.clearSession(reply)
    return visitorSession
  }),
]

async function openSessions({ db, viewer, request, cookies, now }: Omit<Context<typeof sessions>, 'input'>) {
  const current = hashOf(cookies.sessionToken(request) ?? '')
  const rows = await listSessions(db, viewer.id, current, now())
  return rows.map(({ user_agent, address, ...row }) => ({
    ...row,
    device: describeDevice(user_agent),
    network: describeNetwork(address),
  }))
}
