import {
  addPasskey as addPasskeyCall,
  beginTotp,
  challenge,
  confirm,
  confirmTotp as confirmTotpCall,
  find,
  passkeyOptions,
  removePasskey as removePasskeyCall,
  removeTotp as removeTotpCall,
  renewRecovery as renewRecoveryCall,
  signIn,
  signInWithPasskey,
} from '../../../shared/api/factors.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { failedSignIn, failedSignInAnywhere } from '../../http/failed-sign-ins.ts'
import { findDevice } from '../../http/known-device.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { requirePassword, wrongPerAccount } from '../../http/password-checks.ts'
import { type Context, route } from '../../http/serve.ts'
import { confirmSession, hashOf } from '../../http/session.ts'
import { completeSignIn, signInsPerAddress } from '../../http/sign-in.ts'
import { findPassword, lockPassword } from '../auth/queries.ts'
import { makeAuthenticationOptions, makeRegistrationOptions, provePasskey } from '../passkeys/webauthn.ts'
import {
  addPasskey,
  confirmTotp,
  findFactors,
  removePasskey,
  removeTotp,
  renewRecovery,
} from './change-factors.ts'
import { proveFactor, wrongCodesPerAccount } from './prove-factor.ts'
import { findHalfSignIn, listFactorKinds, setPendingTotp, takeHalfSignIn } from './queries.ts'
import { makeTotp } from './totp.ts'

const challengesPerAddress = { name: 'passkey:challenge', most: 120, seconds: 60 }
const newPasskeysPerAccount = { name: 'passkey:options', most: 60, seconds: 3600 }
const newCodesPerAccount = { name: 'totp:code', most: 30, seconds: 900 }

const signInOver = () =>
  new HttpError(401, 'That took too long. Please log in again.', {
    code: 'sign_in_expired',
    isAuthenticated: false,
  })
const wrongCode = 'That code isn’t right, or it was used already.'
const wrongPasskey = 'That passkey doesn’t open this account.'

export const factorsRoutes = [
  route(find, ({ db, viewer }) => findFactors(db, viewer.id)),

  route(signIn, async context => {
    const { db, input, request, cookies, now, secret } = context
    const address = addressKey(request.ip)
    await countHit(db, signInsPerAddress, address, now())
    const tokenHash = hashOf(cookies.halfSignIn(request) ?? '')
    const half = await findHalfSignIn(db, tokenHash, now())
    if (!half) throw signInOver()
    if (input.code === undefined && !input.credential) throw invalid('code', 'Enter the code.')
    const device = findDevice(secret, half, cookies.device(request))
    const { designer_id: designerId, name_hash: name } = half
    const failed = [
      ...failedSignIn({ device, designerId, name, address }),
      [wrongCodesPerAccount, String(designerId)] as const,
    ]
    if (!(await countUnlessRight(db, failed, now(), () => proveFactor(context, designerId, input)))) {
      const sentence = input.credential ? wrongPasskey : wrongCode
      throw new HttpError(401, sentence, { isAuthenticated: false, errors: { code: sentence } })
    }
    return completeSignIn(context, half, async trx => {
      // Refused if the password was changed since, or another request was first.
      if (!(await takeHalfSignIn(trx, tokenHash)) || !(await lockPassword(trx, half))) throw signInOver()
    })
  }),

  route(confirm, async context => {
    const { db, input, viewer, request, cookies, now } = context
    if (!request.session) throw notSignedIn()
    if ((await listFactorKinds(db, viewer.id)).length) await requireFactor(context)
    else {
      const account = await findPassword(db, viewer.id)
      await requirePassword(db, account, { field: 'password', password: input.password ?? '' }, now())
    }
    await confirmSession(db, cookies.sessionToken(request) ?? '', now())
    return request.session
  }),

  route(beginTotp, async context => {
    const account = await requirePasswordAgain(context)
    const { sealed, secret, uri } = makeTotp(context.secret, account)
    await setPendingTotp(context.db, account.designer_id, sealed)
    return { secret, uri }
  }),

  route(confirmTotpCall, async context => {
    const { db, input, viewer, now } = context
    await countHit(db, newCodesPerAccount, String(viewer.id), now())
    return confirmTotp(context, viewer.id, input.code)
  }),

  route(removeTotpCall, async context => {
    await requirePasswordAgain(context)
    return removeTotp(context, context.viewer.id)
  }),

  route(renewRecoveryCall, async context => {
    await requirePasswordAgain(context)
    return renewRecovery(context, context.viewer.id)
  }),

  route(passkeyOptions, async context => {
    const { db, viewer, request, now } = context
    if (!request.session) throw notSignedIn()
    await countHit(db, newPasskeysPerAccount, String(viewer.id), now())
    const { username, company } = request.session
    return makeRegistrationOptions(context, { designer_id: viewer.id, username, company })
  }),

  route(addPasskeyCall, context => addPasskey(context, context.viewer.id, context.input)),

  route(removePasskeyCall, context => removePasskey(context, context.viewer.id, context.input.passkey_id)),

  route(challenge, async context => {
    const { db, viewer, request, cookies, now } = context
    await countHit(db, challengesPerAddress, addressKey(request.ip), now())
    const half = await findHalfSignIn(db, hashOf(cookies.halfSignIn(request) ?? ''), now())
    return makeAuthenticationOptions(context, viewer.id || half?.designer_id)
  }),

  route(signInWithPasskey, async context => {
    const { db, input, request, now } = context
    const address = addressKey(request.ip)
    await countHit(db, signInsPerAddress, address, now())
    let account: Awaited<ReturnType<typeof provePasskey>>
    await countUnlessRight(db, failedSignInAnywhere(address), now(), async () => {
      account = await provePasskey(context, input.credential)
      return account !== undefined
    })
    if (!account)
      throw new HttpError(401, 'We don’t know that passkey. Log in with your password instead.', {
        isAuthenticated: false,
      })
    return completeSignIn(context, account)
  }),
]

/** Refuses a confirmation without a right code or passkey; the password alone does not do where there is a factor. */
async function requireFactor(context: Context<typeof confirm>) {
  const { db, input, viewer, now } = context
  if (input.code === undefined && !input.credential)
    throw invalid('code', 'Confirm with a code or a passkey, please.')
  const key = String(viewer.id)
  const limits = [
    [wrongPerAccount, key],
    [wrongCodesPerAccount, key],
  ] as const
  const isRight = await countUnlessRight(db, limits, now(), () => proveFactor(context, viewer.id, input))
  if (!isRight) throw invalid('code', input.credential ? wrongPasskey : wrongCode)
}

async function requirePasswordAgain({
  db,
  viewer,
  input,
  now,
}: Context<typeof beginTotp | typeof removeTotpCall | typeof renewRecoveryCall>) {
  const account = await findPassword(db, viewer.id)
  return requirePassword(db, account, { field: 'password', password: input.password }, now())
}
