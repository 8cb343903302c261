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
import type { Endpoint } from '../../../shared/endpoint.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { failedSignInAnywhere } from '../../http/failed-sign-ins.ts'
import { findDevice } from '../../http/known-device.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { requirePassword } from '../../http/password-checks.ts'
import { type Context, route } from '../../http/serve.ts'
import { confirmSession, requireFreshFactor } from '../../http/session.ts'
import { completeSignIn, signInsPerAddress } from '../../http/sign-in.ts'
import { hashToken } from '../../lib/hash-token.ts'
import { findPassword, lockPassword } from '../auth/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import {
  addPasskey,
  confirmTotp,
  findFactors,
  removePasskey,
  removeTotp,
  renewRecovery,
} from './change-factors.ts'
import { codesGuessed } from './messages.ts'
import { makeAuthenticationOptions, makeRegistrationOptions, provePasskey } from './passkeys.ts'
import {
  areCodesUsedUp,
  failedConfirmation,
  failedSecondStep,
  type Proof,
  proveFactor,
} from './prove-factor.ts'
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
    const tokenHash = hashToken(cookies.halfSignIn(request) ?? '')
    const half = await findHalfSignIn(db, tokenHash, now())
    if (!half) throw signInOver()
    if (input.code === undefined && !input.credential) throw invalid('code', 'Enter the code.')
    const device = findDevice(secret, half, cookies.device(request))
    const { designer_id: designerId, name_hash: name } = half
    const failed = failedSecondStep(input, { device, designerId, name, address })
    if (!(await countUnlessRight(db, failed, now(), () => proveFactor(context, designerId, input)))) {
      if (await areCodesUsedUp(db, designerId, now())) await warnOwner(context, designerId)
      const sentence = input.credential ? wrongPasskey : wrongCode
      throw new HttpError(401, sentence, { isAuthenticated: false, errors: { code: sentence } })
    }
    return completeSignIn(context, half, {
      byFactor: true,
      async lastCheck(trx) {
        // Refused if the password was changed since, or another request was first.
        if (!(await takeHalfSignIn(trx, tokenHash)) || !(await lockPassword(trx, half))) throw signInOver()
      },
    })
  }),

  route(confirm, async context => {
    const { db, input, viewer, request, cookies, now } = context
    if (!request.session) throw notSignedIn()
    const byFactor = (await listFactorKinds(db, viewer.id)).length > 0
    if (byFactor) await requireFactor(context, input)
    else {
      const account = await findPassword(db, viewer.id)
      await requirePassword(db, account, { field: 'password', password: input.password ?? '' }, now())
    }
    await confirmSession(db, cookies.sessionToken(request) ?? '', now(), { byFactor })
    return request.session
  }),

  route(beginTotp, async context => {
    const account = await requireRightToAdd(context)
    const { sealed, secret, uri } = makeTotp(context.secret, account)
    await setPendingTotp(context.db, account.designer_id, sealed)
    return { secret, uri }
  }),

  route(confirmTotpCall, async context => {
    const { db, input, viewer, now } = context
    await countHit(db, newCodesPerAccount, String(viewer.id), now())
    const codes = await confirmTotp(context, viewer.id, input.code)
    await noteFactor(context)
    return codes
  }),

  route(removeTotpCall, async context => {
    await requirePasswordAgain(context, context.input.password)
    return removeTotp(context, context.viewer.id)
  }),

  route(renewRecoveryCall, async context => {
    await requireRightToAdd(context)
    return renewRecovery(context, context.viewer.id)
  }),

  route(passkeyOptions, async context => {
    const { db, input, viewer, request, now } = context
    if (!request.session) throw notSignedIn()
    await countHit(db, newPasskeysPerAccount, String(viewer.id), now())
    // A wrong password is refused before the browser makes a passkey that would be of no use.
    if (input.password !== undefined) await requirePasswordAgain(context, input.password)
    const { username, company } = request.session
    return makeRegistrationOptions(context, { designer_id: viewer.id, username, company })
  }),

  route(addPasskeyCall, async context => {
    await requireRightToAdd(context)
    const factors = await addPasskey(context, context.viewer.id, context.input)
    await noteFactor(context)
    return factors
  }),

  route(removePasskeyCall, context => removePasskey(context, context.viewer.id, context.input.passkey_id)),

  route(challenge, async context => {
    const { db, viewer, request, cookies, now } = context
    await countHit(db, challengesPerAddress, addressKey(request.ip), now())
    const half = await findHalfSignIn(db, hashToken(cookies.halfSignIn(request) ?? ''), now())
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
    return completeSignIn(context, account, { byFactor: true })
  }),
]

/** Refuses a confirmation without a right code or passkey. */
async function requireFactor(
  { db, viewer, request, cookies, now, ...services }: Context<Endpoint>,
  proof: Proof,
) {
  if (proof.code === undefined && !proof.credential)
    throw invalid('code', 'Confirm with a code or a passkey, please.')
  const session = hashToken(cookies.sessionToken(request) ?? '').toString('base64url')
  const isRight = await countUnlessRight(db, failedConfirmation(proof, session), now(), () =>
    proveFactor({ db, now, ...services }, viewer.id, proof),
  )
  if (!isRight) throw invalid('code', proof.credential ? wrongPasskey : wrongCode)
}

/**
 * Refuses to add a factor without proof in the same request: the password for the first one; for a further one a factor that
 * is there, or the password in a session that was confirmed by a factor lately. A copied session alone adds none.
 */
async function requireRightToAdd(
  context: Context<typeof beginTotp | typeof renewRecoveryCall | typeof addPasskeyCall>,
) {
  const { db, viewer, input, now } = context
  const account = await findPassword(db, viewer.id)
  if (!account) throw notSignedIn()
  const kinds = await listFactorKinds(db, viewer.id)
  if (kinds.some(kind => kind !== 'recovery')) {
    const proof = { code: input.code, credential: input.proof }
    if (proof.code !== undefined || proof.credential) {
      await requireFactor(context, proof)
      return account
    }
    requireFreshFactor(viewer, now())
  }
  return requirePasswordAgain(context, input.password ?? '')
}

/** Adding a factor proves its possession: the session counts as confirmed by it. */
const noteFactor = ({ db, request, cookies, now }: Context<Endpoint>) =>
  confirmSession(db, cookies.sessionToken(request) ?? '', now(), { byFactor: true })

async function requirePasswordAgain(
  { db, viewer, now }: Pick<Context<Endpoint>, 'db' | 'viewer' | 'now'>,
  password: string,
) {
  const account = await findPassword(db, viewer.id)
  return requirePassword(db, account, { field: 'password', password }, now())
}

/** Tells the owner that somebody has the password and guesses codes. */
async function warnOwner(
  { db, now, publicUrl }: Pick<Context<Endpoint>, 'db' | 'now' | 'publicUrl'>,
  designerId: number,
) {
  const account = await findPassword(db, designerId)
  if (account) await enqueueMail(db, codesGuessed(account, now(), publicUrl))
}
