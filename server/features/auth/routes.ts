import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  anonymous,
  check,
  closeAccount as closeAccountCall,
  endSession as endSessionCall,
  forgotPassword,
  login,
  logout,
  resetPassword,
  sessions,
  updatePassword,
} from '../../../shared/api/auth.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight, isWithin } from '../../http/limits.ts'
import { type Context, route } from '../../http/serve.ts'
import { closeOtherSessions, closeSession, findSession, hashOf, openSession } from '../../http/session.ts'
import { enqueueMail } from '../mail/queries.ts'
import { closeAccount } from './close-account.ts'
import { describeDevice, describeNetwork } from './device.ts'
import { failedPerAccount, failedPerAddress, failedPerName, hashName } from './failed-sign-ins.ts'
import { passwordReset, resetMs } from './messages.ts'
import { hashPassword, isPassword } from './password.ts'
import {
  endSession,
  findAccount,
  findPassword,
  findReset,
  holdPassword,
  insertReset,
  listSessions,
} from './queries.ts'
import { setPassword } from './set-password.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest()

const whereFrom = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
})

const visitorSession = { ...anonymous, nextBillingTime: null }

const perAddress = { name: 'sign-in:rate', most: 120, seconds: 60 }

const forgottenPerAddress = { name: 'forgot:address', most: 20, seconds: 3600 }
const forgottenPerName = { name: 'forgot:name', most: 5, seconds: 3600 }
const forgottenPerAccount = { name: 'forgot:account', most: 5, seconds: 3600 }
const wrongLinksPerAddress = { name: 'reset:address', most: 30, seconds: 900 }
const wrongPerAccount = { name: 'password:account', most: 10, seconds: 900 }

const invalidCredentials = (extra = {}) => new HttpError(401, 'Invalid credentials', extra)

export const authRoutes = [
  route(check, async ({ request }) => request.session ?? visitorSession),

  route(login, async ({ db, input, request, reply, cookies, now, secret }) => {
    const address = addressKey(request.ip)
    await countHit(db, perAddress, address, now())
    const found = await findAccount(db, input.username)
    const name = hashName(secret, input.username)
    // The same is counted and compared whether or not there is such an account: time tells nothing either.
    const failed = [
      [failedPerAddress, address],
      [failedPerName, name],
      [failedPerAccount, String(found?.designer_id ?? name)],
    ] as const
    if (
      !(await countUnlessRight(db, failed, now(), () => isPassword(input.password, found?.password_hash))) ||
      !found
    )
      throw invalidCredentials({ isAuthenticated: false })

    const old = cookies.sessionToken(request)
    if (old) await closeSession(db, old)
    const token = await transaction(db, async trx => {
      // One that was changed since it was compared opens nothing any more.
      if (!(await holdPassword(trx, found))) throw invalidCredentials({ isAuthenticated: false })
      return openSession(trx, found.designer_id, whereFrom(request), now())
    })
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
    const account = await findPassword(db, viewer.id)
    const failed = [[wrongPerAccount, String(viewer.id)]] as const
    if (
      !(await countUnlessRight(db, failed, now(), () => isPassword(input.password, account?.password_hash)))
    )
      throw invalid('password', 'Current password is incorrect.')
    await closeAccount({ db, now, ...services }, viewer.id, request.log)
    cookies.clearSession(reply)
    return visitorSession
  }),

  route(forgotPassword, async ({ db, input, request, now, secret, publicUrl }) => {
    const name = hashName(secret, input.username)
    await countHit(db, forgottenPerAddress, addressKey(request.ip), now())
    await countHit(db, forgottenPerName, name, now())
    const found = await findAccount(db, input.username)
    // Beyond its limit an account gets no more mail, in silence: otherwise trying a user name and then an address
    // would tell whether they are one account's.
    const isQuiet = !(await isWithin(db, forgottenPerAccount, String(found?.designer_id ?? name), now()))
    const account = isQuiet ? undefined : found
    // From here on the same is done whether or not there is such an account, down to the rows that are written: how
    // long the answer takes tells nothing.
    const token = randomBytes(32).toString('base64url')
    const until = new Date(now().getTime() + resetMs)
    await transaction(db, async trx => {
      await insertReset(trx, {
        token_hash: hashToken(token),
        designer_id: account?.designer_id ?? null,
        expires_at: until,
      })
      const { email = '', designer_id = 0 } = account ?? {}
      await enqueueMail(trx, passwordReset({ to: email, designerId: designer_id, token, until }, publicUrl))
    })
    return 'Finished' as const
  }),

  route(resetPassword, async ({ db, input, request, now, publicUrl, secret }) => {
    const address = addressKey(request.ip)
    const isDone = await countUnlessRight(db, [[wrongLinksPerAddress, address]], now(), async () => {
      const tokenHash = hashToken(input.token)
      const account = await findReset(db, tokenHash, input.designer_id, now())
      // Hashing takes its time: only for a link that is good, and before rows are locked.
      if (!account) return false
      const passwordHash = await hashPassword(input.new_password)
      return transaction(db, async trx =>
        setPassword(trx, account, passwordHash, { now: now(), publicUrl, secret }),
      )
    })
    if (!isDone)
      throw new HttpError(400, 'This link has expired or was used already. Please ask for a new one.', {
        code: 'link_expired',
      })
    return 'Updated' as const
  }),

  route(updatePassword, async ({ db, input, request, reply, viewer, cookies, now, publicUrl, secret }) => {
    const account = await findPassword(db, viewer.id)
    const isRight = await countUnlessRight(db, [[wrongPerAccount, String(viewer.id)]], now(), () =>
      isPassword(input.old_password, account?.password_hash),
    )
    if (!account || !isRight) throw invalidCredentials()
    const passwordHash = await hashPassword(input.new_password)
    const token = await transaction(db, async trx => {
      if (!(await setPassword(trx, account, passwordHash, { now: now(), publicUrl, secret })))
        throw invalidCredentials()
      return openSession(trx, account.designer_id, whereFrom(request), now())
    })
    cookies.setSession(reply, token)
    return 'Updated' as const
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
