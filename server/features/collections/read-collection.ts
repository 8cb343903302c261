import type { Db } from '../../db/connect.ts'
import { HttpError, requireReader } from '../../http/errors.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Viewer } from '../../viewer.ts'
import { findCollection, findLinked, listCollectionLogos, listNotes } from './queries.ts'

/** Which collection: by its id, or by the token of a client link, which counts before an id. */
type Which = {
  collection_id?: number | undefined
  link?: string | undefined
  sort?: 'own' | 'newest' | undefined
}

/** A collection with the logos that `viewer` may see, and its notes for its owner. Refuses what is missing, private or hidden. */
export async function readCollection(
  db: Db,
  { collection_id = 0, link, sort }: Which,
  viewer: Viewer,
  now: Date,
) {
  if (link) {
    const linked = await findLinked(db, hashToken(link), viewer, now)
    if (!linked) throw new HttpError(404, 'This link doesn’t work anymore.')
    return linked
  }
  const collection = await findCollection(db, collection_id, viewer)
  if (!collection) throw collectionNotFound()
  // A visitor can have the link of a public collection; private ones need a membership.
  if (collection.is_public === '0') requireReader(viewer)
  const logos = await listCollectionLogos(db, collection_id, viewer, sort)
  if (collection.designer_id !== viewer.id && !collection.is_helper) return { ...collection, logos }
  return { ...collection, logos, notes: await listNotes(db, collection_id) }
}

export const collectionNotFound = () => new HttpError(404, 'Collection not found')
