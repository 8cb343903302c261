import {
  contactInfo,
  setProfileLogos,
  updateContactInfo,
  updateProfile as updateProfileCall,
} from '../../../shared/api/account.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, notSignedIn } from '../../http/errors.ts'
import { route } from '../../http/serve.ts'
import { findProfile, listProfileLogos } from '../designers/queries.ts'
import { findContactInfo, lockAccount, replaceProfileLogos, updateDesigner } from './queries.ts'
import { updateProfile } from './update-profile.ts'

export const accountRoutes = [
  route(contactInfo, ({ db, viewer }) => findContactInfo(db, viewer.id)),

  route(updateContactInfo, async ({ db, input, viewer }) =>
    transaction(db, async trx => {
      const account = await lockAccount(trx, viewer.id)
      if (!account) throw notSignedIn()
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
      return findContactInfo(trx, viewer.id)
    }),
  ),

  route(updateProfileCall, async ({ input, viewer, ...services }) => {
    await updateProfile(services, input, viewer.id)
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
