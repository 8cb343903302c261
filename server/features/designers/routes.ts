import { findProfile as endpoint } from '../../../shared/api/designers.ts'
import { HttpError, notSignedIn } from '../../http/errors.ts'
import { route } from '../../http/serve.ts'
import { findProfile, listProfileLogos } from './queries.ts'

export const designersRoutes = [
  route(endpoint, async ({ db, input, viewer }) => {
    if (!input.folder_url && !input.designer_id && !viewer.id) throw notSignedIn()
    const by = input.folder_url ? { slug: input.folder_url } : { designer_id: input.designer_id ?? viewer.id }
    const found = await findProfile(db, by, viewer)
    if (!found) throw new HttpError(404, 'Designer not found')
    const { first_name, last_name, ...profile } = found
    const profile_logos = await listProfileLogos(db, profile.designer_id, viewer)
    return {
      ...profile,
      profile_logos,
      ...(profile.designer_id === viewer.id && { first_name, last_name }),
    }
  }),
]
