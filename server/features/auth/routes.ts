import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  anonymous,
  check,
  forgotPassword,
  login,
  logout,
  resetPassword,
  updatePassword,
} from '../../../shared/api/auth.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight, isWithin } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { closeSession, findSession, openSession } from '../../http/session.ts'
import { enqueueMail } from '../mail/queries.ts'
import { passwordReset, resetMs } from './messages.ts'
import { hashPassword, isPassword } from './password.ts'
import { findAccount, findPassword, findReset, holdPassword, insertReset } from './queries.ts'
import { setPassword } from './set-password.ts'

const hashName = (secret: string, name: string) =>
  createHmac('sha256', secret).update(`sign-in:${name.toLowerCase()}`).digest('base64url')

const hashToken = (token: string) => createHash('sha256').update(token).digest()

const whereFrom = (request: FastifyRequest) => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
})

const visitorSession = { ...anonymous, nextBillingTime: null }

const failedPerAccount = { name: 'sign-in:account', most: 10, seconds: 900 }
const failedPerAddress = { name: 'sign-in:address', most: 100, seconds: 900 }
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

  route(resetPassword, async ({ db, input, request, now, publicUrl }) => {
    const address = addressKey(request.ip)
    const isDone = await countUnlessRight(db, [[wrongLinksPerAddress, address]], now(), async () => {
      const tokenHash = hashToken(input.token)
      const account = await findReset(db, tokenHash, input.designer_id, now())
      // Hashing takes its time: only for a link that is good, and before rows are locked.
      if (!account) return false
      const passwordHash = await hashPassword(input.new_password)
      return transaction(db, async trx => setPassword(trx, account, passwordHash, { now: now(), publicUrl }))
    })
    if (!isDone)
      throw new HttpError(400, 'This link has expired or was used already. Please ask for a new one.', {
        code: 'link_expired',
      })
    return 'Updated' as const
  }),

  route(updatePassword, async ({ db, input, request, reply, viewer, cookies, now, publicUrl }) => {
    const account = await findPassword(db, viewer.id)
    const isRight = await countUnlessRight(db, [[wrongPerAccount, String(viewer.id)]], now(), () =>
      isPassword(input.old_password, account?.password_hash),
    )
    if (!account || !isRight) throw invalidCredentials()
    const passwordHash = await hashPassword(input.new_password)
    const token = await transaction(db, async trx => {
      if (!(await setPassword(trx, account, passwordHash, { now: now(), publicUrl })))
        throw invalidCredentials()
      return openSession(trx, account.designer_id, whereFrom(request), now())
    })
    cookies.setSession(reply, token)
    return 'Updated' as const
  }),
]
