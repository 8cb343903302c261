import type { FastifyRequest } from 'fastify'
import {
  confirmEmail,
  contactInfo,
  restoreEmail as restoreEmailCall,
  setProfileLogos,
  undoFactor as undoFactorCall,
  updateContactInfo,
  updateProfile as updateProfileCall,
} from '../../../shared/api/account.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { addressKey, countHit, countUnlessRight } from '../../http/limits.ts'
import { linkExpired, wrongLinksPerAddress } from '../../http/mailed-link.ts'
import { requirePassword, wrongPerAccount } from '../../http/password-checks.ts'
import { type Context, route } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findPassword, lockPassword } from '../auth/queries.ts'
import { findProfile, listProfileLogos, warnOfCompany } from '../designers/queries.ts'
import { provePasskey } from '../factors/passkeys.ts'
import { lockNames } from '../membership/queries.ts'
import { beginEmailChange, confirmEmailChange, restoreEmail } from './change-email.ts'
import {
  findContactInfo,
  lockAccount,
  replaceProfileLogos,
  updateDesigner,
  withdrawEmailChange,
} from './queries.ts'
import { undoFactor } from './undo-factor.ts'
import { updateProfile } from './update-profile.ts'

const avatars = { name: 'avatar', most: 20, seconds: 3600 }
/**
 * Limits changes of the email address: each sends mail to an address that anyone may type, and a refusal tells that
 * the address has an account.
 */
const addressChanges = { name: 'email-change', most: 5, seconds: 3600 }

/** A younger passkey does not authorise a change of the address: a stranger may have added it. */
const youngPasskeyMs = dayMs

export const accountRoutes = [
  route(contactInfo, ({ db, viewer, now }) => findContactInfo(db, viewer.id, now())),

  route(updateContactInfo, async context => {
    const { db, input, viewer, now, publicUrl } = context
    const { email, current_password: password, credential } = input
    const before = await findContactInfo(db, viewer.id, now())
    // Saving the form again leaves the pending address alone; with a proof it sends another link.
    const isAsked = email !== before.pending_email || password !== '' || credential !== undefined
    const proved = email !== before.email && isAsked ? await requireProof(context) : undefined
    // Outside of the transaction, so that a refused attempt counts as well.
    if (proved) await countHit(db, addressChanges, String(viewer.id), now())
    return transaction(db, async trx => {
      await lockNames(trx)
      const account = await lockAccount(trx, viewer.id)
      if (!account) throw notSignedIn()
      if (proved) {
        if (!(await lockPassword(trx, proved))) throw notSignedIn()
        await beginEmailChange(trx, account, email, { now, publicUrl })
      } else if (email === account.email) await withdrawEmailChange(trx, viewer.id)
      await updateDesigner(trx, viewer.id, {
        phone: input.phone,
        address1: input.streetAddress,
        address2: input.suite,
        city: input.addressLocality,
        state: input.addressRegion,
        zip: input.postalCode,
        country: input.country,
      })
      return findContactInfo(trx, viewer.id, now())
    })
  }),

  route(confirmEmail, ({ input, request, ...services }) =>
    byLink(services, request, () => confirmEmailChange(services, input.token)),
  ),

  route(restoreEmailCall, ({ input, request, ...services }) =>
    byLink(services, request, () => restoreEmail(services, input.token)),
  ),

  route(undoFactorCall, ({ input, request, ...services }) =>
    byLink(services, request, () => undoFactor(services, input.token)),
  ),

  route(updateProfileCall, async ({ input, viewer, request, ...services }) => {
    if (input.avatar_base64) await countHit(services.db, avatars, String(viewer.id), services.now())
    await updateProfile(services, input, viewer.id, request.log)
    const [found, profile_logos] = await Promise.all([
      findProfile(services.db, { designer_id: viewer.id }, viewer),
      listProfileLogos(services.db, viewer.id, viewer),
    ])
    if (!found) throw notSignedIn()
    return { ...found, profile_logos, ...(await warnOfCompany(services.db, found.company, viewer.id)) }
  }),

  route(setProfileLogos, async ({ db, input, viewer }) => {
    const isDone = await transaction(db, trx => replaceProfileLogos(trx, viewer.id, input))
    if (!isDone) throw new HttpError(404, 'Logo not found')
    return 'Updated' as const
  }),
]

/** Refuses a new email address without the current password or a passkey. Wrong ones are limited together. */
async function requireProof(context: Context<typeof updateContactInfo>) {
  const { db, input, viewer, now } = context
  const { current_password: password, credential } = input
  const account = await findPassword(db, viewer.id)
  if (!credential) return requirePassword(db, account, { field: 'current_password', password }, now())
  if (!account) throw notSignedIn()
  let passkey: Awaited<ReturnType<typeof provePasskey>>
  const isRight = await countUnlessRight(db, [[wrongPerAccount, String(viewer.id)]], now(), async () => {
    passkey = await provePasskey(context, credential)
    return passkey?.designer_id === viewer.id
  })
  if (!isRight || !passkey) throw invalid('current_password', 'That passkey doesn’t open this account.')
  if (now().getTime() - passkey.created_at.getTime() < youngPasskeyMs)
    throw invalid(
      'current_password',
      'That passkey was added less than a day ago. Enter your password instead.',
    )
  return account
}

/** Runs the action of a mailed link; guesses of tokens are limited. */
async function byLink<Result>(
  { db, now }: Pick<Services, 'db' | 'now'>,
  request: FastifyRequest,
  act: () => Promise<Result | undefined>,
): Promise<Result> {
  let done: Result | undefined
  await countUnlessRight(db, [[wrongLinksPerAddress, addressKey(request.ip)]], now(), async () => {
    done = await act()
    return done !== undefined
  })
  if (done === undefined) throw linkExpired()
  return done
}
