import {
  contactInfo,
  setProfileLogos,
  updateContactInfo,
  updateProfile as updateProfileCall,
} from '../../../shared/api/account.ts'
import { emailTaken } from '../../../shared/rules/registration.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid, notSignedIn } from '../../http/errors.ts'
import { countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { deleteResets } from '../auth/queries.ts'
import { findProfile, listProfileLogos } from '../designers/queries.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findTakenNames, lockNames } from '../membership/queries.ts'
import { emailChanged } from './messages.ts'
import { findContactInfo, lockAccount, replaceProfileLogos, updateDesigner } from './queries.ts'
import { updateProfile } from './update-profile.ts'

const avatars = { name: 'avatar', most: 20, seconds: 3600 }
/** Each change is told to an address that anybody may type, and a refused one says that somebody has it. */
const addressChanges = { name: 'email-change', most: 5, seconds: 3600 }

export const accountRoutes = [
  route(contactInfo, ({ db, viewer }) => findContactInfo(db, viewer.id)),

  route(updateContactInfo, async ({ db, input, viewer, now, publicUrl }) => {
    // Outside of the transaction, so that a refused try counts as well.
    if (input.email !== (await findContactInfo(db, viewer.id)).email)
      await countHit(db, addressChanges, String(viewer.id), now())
    return transaction(db, async trx => {
      await lockNames(trx)
      const account = await lockAccount(trx, viewer.id)
      if (!account) throw notSignedIn()
      // Nor that of somebody who is just paying: they could not become a member any more.
      const taken = await findTakenNames(trx, { username: '', email: input.email }, null)
      if (taken.email === 'purchase') throw invalid('email', emailTaken, 409)
      await updateDesigner(trx, viewer.id, {
        email: input.email,
        phone: input.phone,
        address1: input.streetAddress,
        address2: input.suite,
        city: input.addressLocality,
        state: input.addressRegion,
        zip: input.postalCode,
        country: input.country,
      })
      if (input.email !== account.email) {
        // A link that was mailed to the old address must not open the account any more.
        await deleteResets(trx, viewer.id)
        const change = { username: account.username, from: account.email, to: input.email, at: now() }
        for (const mail of emailChanged(change, publicUrl)) await enqueueMail(trx, mail)
      }
      return findContactInfo(trx, viewer.id)
    })
  }),

  route(updateProfileCall, async ({ input, viewer, request, ...services }) => {
    if (input.avatar_base64) await countHit(services.db, avatars, String(viewer.id), services.now())
    await updateProfile(services, input, viewer.id, request.log)
    const [found, profile_logos] = await Promise.all([
      findProfile(services.db, { designer_id: viewer.id }, viewer),
      listProfileLogos(services.db, viewer.id, viewer),
    ])
    if (!found) throw notSignedIn()
    return { ...found, profile_logos }
  }),

  route(setProfileLogos, async ({ db, input, viewer }) => {
    const isDone = await transaction(db, trx => replaceProfileLogos(trx, viewer.id, input))
    if (!isDone) throw new HttpError(404, 'Logo not found')
    return 'Updated' as const
  }),
]
