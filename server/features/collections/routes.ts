import { create, find, remove, update } from '../../../shared/api/collections.ts'
import { save } from '../../../shared/api/logos.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError, requireActive } from '../../http/errors.ts'
import { browse, route } from '../../http/serve.ts'
import type { Viewer } from '../../viewer.ts'
import { findDesigner } from '../designers/queries.ts'
import {
  deleteCollection,
  findCollection,
  insertCollection,
  listCollectionLogos,
  listCollections,
  setSaved,
  updateCollection,
} from './queries.ts'

export const collectionsRoutes = [
  browse(find, async ({ db, input, viewer }) => {
    if (input.collection_id) {
      const collection = await findCollection(db, input.collection_id, viewer)
      if (!collection) throw collectionNotFound()
      // Visitors have the link to a public one; one's own private ones come with membership.
      if (collection.is_public === '0') requireActive(viewer)
      return [{ ...collection, logos: await listCollectionLogos(db, input.collection_id, viewer) }]
    }
    requireActive(viewer)
    const designerId = typeof input.designer_id === 'number' ? input.designer_id : viewer.id
    const collections = await listCollections(db, designerId, input.logo_id, viewer)
    if (!collections.length && !(await findDesigner(db, { designer_id: designerId })))
      throw new HttpError(404, 'Designer not found')
    return collections
  }),

  route(create, async ({ db, input, viewer }) => {
    const collectionId = await insertCollection(db, {
      ...input,
      is_public: input.is_public === '1',
      designer_id: viewer.id,
    })
    return (await findCollection(db, collectionId, viewer))!
  }),

  route(update, async ({ db, input, viewer }) => {
    const { collection_id, is_public, ...facts } = input
    const changes = { ...facts, is_public: is_public && is_public === '1' }
    if (!(await updateCollection(db, collection_id, changes, viewer)))
      throw await refusal(db, collection_id, viewer)
    return (await findCollection(db, collection_id, viewer))!
  }),

  route(remove, async ({ db, input, viewer }) => {
    if (!(await deleteCollection(db, input.collection_id, viewer)))
      throw await refusal(db, input.collection_id, viewer)
    return { light_box_id: input.collection_id }
  }),

  route(save, async ({ db, input, viewer }) => {
    const logo = await setSaved(db, input.collection_id, input.logo_id, viewer, input.state === 1)
    if (!logo) throw new HttpError(404, 'Logo not found')
    if (!logo.is_own) throw await refusal(db, input.collection_id, viewer)
    return { ...logo, collection_id: input.collection_id }
  }),
]

/** Why a collection is not the viewer's to change: another's public one is theirs, a private one is not there. */
async function refusal(db: Db, collectionId: number, viewer: Viewer) {
  return (await findCollection(db, collectionId, viewer))
    ? new HttpError(403, 'Only its owner may change a collection.')
    : collectionNotFound()
}

const collectionNotFound = () => new HttpError(404, 'Collection not found')
