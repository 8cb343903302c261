import {
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
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, savingWaits } from '../../http/errors.ts'
import { failedSignIn, forgetFailedSignIns, hashName } from '../../http/failed-sign-ins.ts'
import { findDevice, makeDeviceToken } from '../../http/known-device.ts'
import { addressKey, countHit, countUnlessRight, isWithin } from '../../http/limits.ts'
import { linkExpired, newLinkToken, resetMs, wrongLinksPerAddress } from '../../http/mailed-link.ts'
import { refuseCommonPassword, requirePassword, wrongPerAccount } from '../../http/password-checks.ts'
import { type Context, route } from '../../http/serve.ts'
import { closeOtherSessions, closeSession, halfSignInMs, openSession } from '../../http/session.ts'
import { completeSignIn, signInsPerAddress, visitorSession, whereFrom } from '../../http/sign-in.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { hashPassword, isPassword } from '../../lib/password.ts'
import { insertHalfSignIn, listFactorKinds } from '../factors/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { closeAccount } from '../members/close-account.ts'
import { passwordReset } from '../members/messages.ts'
import { describeDevice, describeNetwork } from './device.ts'
import {
  endSession,
  findAccount,
  findPassword,
  findReset,
  insertReset,
  listAddresses,
  listSessions,
  lockPassword,
} from './queries.ts'
import { setPassword } from './set-password.ts'

const forgottenPerAddress = { name: 'forgot:address', most: 20, seconds: 3600 }
const forgottenPerName = { name: 'forgot:name', most: 5, seconds: 3600 }
const forgottenPerAccount = { name: 'forgot:account', most: 5, seconds: 3600 }

const invalidCredentials = (extra = {}) => new HttpError(401, 'Invalid credentials', extra)

export const authRoutes = [
  route(check, async ({ request, cookies, replica }) => {
    const waits = replica?.standIn() !== undefined
    // The replica may lack a session that is new: the page keeps what it knows, and asks again.
    if (!request.session && waits && cookies.sessionToken(request)) throw savingWaits()
    return request.session ? { ...request.session, ...(waits && { saving_waits: true }) } : visitorSession
  }),

  route(login, async context => {
    const { db, input, request, cookies, now, secret } = context
    const address = addressKey(request.ip)
    await countHit(db, signInsPerAddress, address, now())
    const found = await findAccount(db, input.username)
    const name = hashName(secret, input.username)
    const device = findDevice(secret, found, cookies.device(request))
    // The same work for an unknown account, so that the time tells nothing.
    const failed = failedSignIn({ device, designerId: found?.designer_id, name, address })
    if (
      !(await countUnlessRight(db, failed, now(), () => isPassword(input.password, found?.password_hash))) ||
      !found
    )
      throw invalidCredentials({ isAuthenticated: false })
    const factors = await listFactorKinds(db, found.designer_id)
    if (factors.some(kind => kind !== 'recovery')) return beginSecondStep(context, found, name, factors)
    return completeSignIn(context, found, { lastCheck: trx => requireSamePassword(trx, found) })
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
    await requirePassword(db, account, { field: 'password', password: input.password }, now())
    await closeAccount({ db, now, ...services }, viewer.id, request.log)
    cookies.clearSession(reply)
    return visitorSession
  }),

  route(forgotPassword, async ({ db, input, request, cookies, now, secret, publicUrl }) => {
    const name = hashName(secret, input.username)
    const address = addressKey(request.ip)
    await countHit(db, forgottenPerAddress, address, now())
    await countHit(db, forgottenPerName, `${name}:${address}`, now())
    const found = await findAccount(db, input.username)
    // Beyond its limit an account gets no more mail, silently: otherwise requests with a username and with an
    // address would tell whether they are one account's. Strangers' requests do not count against the owner.
    const addresses = await listAddresses(db, found?.designer_id ?? 0, now())
    const isKnown =
      findDevice(secret, found, cookies.device(request)) !== undefined ||
      addresses.some(each => addressKey(each) === address)
    const limitKey = `${found?.designer_id ?? name}${isKnown ? ':known' : ''}`
    const isQuiet = !(await isWithin(db, forgottenPerAccount, limitKey, now()))
    const account = isQuiet ? undefined : found
    // From here on the same is done for an unknown account, down to the rows written, so that the time tells nothing.
    const token = newLinkToken()
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
    refuseCommonPassword('new_password', input.new_password)
    const address = addressKey(request.ip)
    const isDone = await countUnlessRight(db, [[wrongLinksPerAddress, address]], now(), async () => {
      const tokenHash = hashToken(input.token)
      const account = await findReset(db, tokenHash, input.designer_id, now())
      // Hashing is slow: only for a valid link, and before rows are locked.
      if (!account) return false
      const passwordHash = await hashPassword(input.new_password)
      const changed = await transaction(db, trx =>
        setPassword(trx, account, passwordHash, { now: now(), publicUrl, byLink: true }),
      )
      if (changed) await forgetFailedSignIns(db, changed, { secret, address })
      return changed !== undefined
    })
    if (!isDone) throw linkExpired()
    return 'Updated' as const
  }),

  route(updatePassword, async ({ db, input, request, reply, viewer, cookies, now, publicUrl, secret }) => {
    refuseCommonPassword('new_password', input.new_password)
    const account = await findPassword(db, viewer.id)
    const isRight = await countUnlessRight(db, [[wrongPerAccount, String(viewer.id)]], now(), () =>
      isPassword(input.old_password, account?.password_hash),
    )
    if (!account || !isRight) throw invalidCredentials()
    const passwordHash = await hashPassword(input.new_password)
    const { changed, token } = await transaction(db, async trx => {
      const changed = await setPassword(trx, account, passwordHash, { now: now(), publicUrl })
      if (!changed) throw invalidCredentials()
      // The password alone does not make a session fresh.
      const token = await openSession(trx, account.designer_id, whereFrom(request), now(), viewer)
      return { changed, token }
    })
    await forgetFailedSignIns(db, changed, { secret, address: addressKey(request.ip) })
    cookies.setSession(reply, token)
    // The old device token became void with the old password.
    cookies.setDevice(reply, makeDeviceToken(secret, { ...account, password_hash: passwordHash }))
    return 'Updated' as const
  }),
]

/** Refuses a sign-in if the password was changed since it was compared. */
async function requireSamePassword(trx: Db, account: { designer_id: number; password_hash: string }) {
  if (!(await lockPassword(trx, account))) throw invalidCredentials({ isAuthenticated: false })
}

/** Ends the browser's earlier session and lets it go on to the second step, which has to follow soon. */
async function beginSecondStep(
  { db, request, reply, cookies, now }: Context<typeof login>,
  account: { designer_id: number; password_hash: string },
  name: string,
  factors: Awaited<ReturnType<typeof listFactorKinds>>,
) {
  const old = cookies.sessionToken(request)
  if (old) await closeSession(db, old)
  const token = newLinkToken()
  await transaction(db, async trx => {
    await requireSamePassword(trx, account)
    await insertHalfSignIn(trx, {
      token_hash: hashToken(token),
      designer_id: account.designer_id,
      name_hash: name,
      expires_at: new Date(now().getTime() + halfSignInMs),
    })
  })
  cookies.setHalfSignIn(reply, token)
  return { ...visitorSession, factors }
}

async function openSessions({ db, viewer, request, cookies, now }: Omit<Context<typeof sessions>, 'input'>) {
  const current = hashToken(cookies.sessionToken(request) ?? '')
  const rows = await listSessions(db, viewer.id, current, now())
  return rows.map(({ user_agent, address, ...row }) => ({
    ...row,
    device: describeDevice(user_agent),
    network: describeNetwork(address),
  }))
}
