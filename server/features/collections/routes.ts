import { create, find, remove, save, update } from '../../../shared/api/collections.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError, requireReader } from '../../http/errors.ts'
import { countIfChanged } from '../../http/limits.ts'
import { readRoute, route } from '../../http/serve.ts'
import { writeLimits } from '../../http/write-limits.ts'
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
  readRoute(find, async ({ db, input, viewer }) => {
    if (input.collection_id) {
      const collection = await findCollection(db, input.collection_id, viewer)
      if (!collection) throw collectionNotFound()
      // A visitor can have the link of a public collection; private ones need a membership.
      if (collection.is_public === '0') requireReader(viewer)
      return [{ ...collection, logos: await listCollectionLogos(db, input.collection_id, viewer) }]
    }
    requireReader(viewer)
    const designerId = typeof input.designer_id === 'number' ? input.designer_id : viewer.id
    const collections = await listCollections(db, designerId, input.logo_id, viewer)
    if (!collections.length && !(await findDesigner(db, { designer_id: designerId })))
      throw new HttpError(404, 'Designer not found')
    return collections
  }),

  route(create, async ({ input, viewer, ...services }) => {
    const { db } = services
    const collection = { ...input, is_public: input.is_public === '1', designer_id: viewer.id }
    const collectionId = await countIfChanged(services, writeLimits.collections, viewer.id, async () => ({
      isChanged: true,
      result: await insertCollection(db, collection),
    }))
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

  route(save, async ({ input, viewer, ...services }) => {
    const { db } = services
    const logo = await countIfChanged(services, writeLimits.marks, viewer.id, () =>
      setSaved(db, input.collection_id, input.logo_id, viewer, input.state === 1),
    )
    if (!logo) throw new HttpError(404, 'Logo not found')
    if (!logo.is_own) throw await refusal(db, input.collection_id, viewer)
    return { ...logo, collection_id: input.collection_id }
  }),
]

/** The error for a collection that the viewer may not change: 403 for another's public one, 404 for a private one. */
async function refusal(db: Db, collectionId: number, viewer: Viewer) {
  const found = await findCollection(db, collectionId, viewer)
  if (found?.designer_id === viewer.id)
    return new HttpError(409, 'This collection is hidden. Write to us if you want it deleted.')
  return found ? new HttpError(403, 'Only its owner may change a collection.') : collectionNotFound()
}

const collectionNotFound = () => new HttpError(404, 'Collection not found')
