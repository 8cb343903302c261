import { randomBytes } from 'node:crypto'
import {
  addHelper as addHelperCall,
  create,
  find,
  findHelpers,
  findLink as findLinkCall,
  makeLink,
  note,
  order,
  remove,
  removeHelper as removeHelperCall,
  removeLink,
  save,
  update,
} from '../../../shared/api/collections.ts'
import { maxCollectionHelpers } from '../../../shared/rules/limits.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'
import { blocked, HttpError, invalid, requireReader } from '../../http/errors.ts'
import { countHit, countIfChanged, type Limit } from '../../http/limits.ts'
import { readRoute, route } from '../../http/serve.ts'
import { writeLimits } from '../../http/write-limits.ts'
import { hashToken } from '../../lib/hash-token.ts'
import type { Viewer } from '../../viewer.ts'
import { findDesigner } from '../designers/queries.ts'
import { countOpening } from './count-opening.ts'
import { addHelper, listHelpers, removeHelper } from './helpers/queries.ts'
import {
  deleteCollection,
  deleteLink,
  findCollection,
  findLink,
  insertCollection,
  listCollections,
  moveLogo,
  replaceLink,
  setNote,
  setSaved,
  updateCollection,
} from './queries.ts'
import { collectionNotFound, readCollection } from './read-collection.ts'

export const collectionsRoutes = [
  readRoute(
    find,
    async ({ db, input, viewer, now }) => {
      if (input.link || input.collection_id) return [await readCollection(db, input, viewer, now())]
      requireReader(viewer)
      const designerId = typeof input.designer_id === 'number' ? input.designer_id : viewer.id
      const collections = await listCollections(db, designerId, input.logo_id, viewer)
      if (!collections.length && !(await findDesigner(db, { designer_id: designerId })))
        throw new HttpError(404, 'Designer not found')
      return collections
    },
    async ({ db, input, viewer, request, now, secret }) => {
      if (input.link) await countOpening({ db, now, secret }, input.link, { viewer, ip: request.ip })
    },
  ),

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
    if (!logo.is_theirs) throw await refusal(db, input.collection_id, viewer)
    if (input.state === 1 && logo.is_blocked && !logo.is_held) throw blocked()
    return { ...logo, collection_id: input.collection_id }
  }),

  route(order, async ({ db, input, viewer }) => {
    if (!(await moveLogo(db, input, viewer))) throw await refusal(db, input.collection_id, viewer, 'logo')
    return { logo_id: input.logo_id, collection_id: input.collection_id }
  }),

  route(note, async ({ db, input, viewer }) => {
    if (!(await setNote(db, input, viewer))) throw await refusal(db, input.collection_id, viewer, 'logo')
    return input
  }),

  readRoute(findLinkCall, async ({ db, input, viewer }) => {
    const link = await findLink(db, input.collection_id, viewer)
    if (!link) await requireOwn(db, input.collection_id, viewer)
    return link ? { url: null, ...link } : noLink
  }),

  route(makeLink, async ({ db, input, viewer, now, publicUrl }) => {
    const { collection_id } = input
    // The last day is included.
    const until = new Date(input.until.length === 10 ? `${input.until}T23:59:59.999Z` : input.until)
    const leftMs = until.getTime() - now().getTime()
    if (!(leftMs > 0 && leftMs <= longestLinkMs))
      throw invalid('until', 'A day within the next year, please.')
    await requireOwn(db, collection_id, viewer)
    const token = randomBytes(32).toString('base64url')
    const link = { collectionId: collection_id, tokenHash: hashToken(token), until, now: now() }
    if (!(await replaceLink(db, link, viewer))) throw collectionNotFound()
    return { url: new URL(`/client/${token}`, publicUrl).href, until, opened: 0 }
  }),

  // A hidden collection and a suspended owner may end it, too: otherwise an address that was passed on would stay open.
  route(removeLink, async ({ db, input, viewer }) => {
    const found = await findCollection(db, input.collection_id, viewer)
    if (found?.designer_id !== viewer.id) throw await refusal(db, input.collection_id, viewer)
    await deleteLink(db, input.collection_id, viewer)
    return noLink
  }),

  readRoute(findHelpers, async ({ db, input, viewer }) => {
    const helpers = await listHelpers(db, input.collection_id, viewer)
    if (!helpers.length) await requireOwn(db, input.collection_id, viewer)
    return helpers
  }),

  route(addHelperCall, async ({ db, input, viewer, now }) => {
    const { collection_id: collectionId, username } = input
    await requireOwn(db, collectionId, viewer)
    await countHit(db, invitations, String(viewer.id), now())
    const outcome = await addHelper(db, { collectionId, username, now: now() }, viewer)
    if (outcome === 'missing') throw invalid('username', 'No member has this username.', 404)
    if (outcome === 'oneself') throw invalid('username', 'This collection is yours already.')
    if (outcome === 'blocked') throw blocked()
    if (outcome === 'full')
      throw invalid('username', `A collection has ${maxCollectionHelpers} helpers at most.`, 409)
    if (outcome === 'not own') throw collectionNotFound()
    return listHelpers(db, collectionId, viewer)
  }),

  // Allowed for a hidden collection and a suspended owner, as ending a link is.
  route(removeHelperCall, async ({ db, input, viewer }) => {
    const { collection_id, username } = input
    if (!(await removeHelper(db, collection_id, username, viewer))) {
      const found = await findCollection(db, collection_id, viewer)
      if (found?.designer_id !== viewer.id) throw await refusal(db, collection_id, viewer)
    }
    return listHelpers(db, collection_id, viewer)
  }),
]

/** Counts every attempt, also one that names no member. */
const invitations: Limit = {
  name: 'helpers',
  most: 60,
  seconds: 3600,
  sentence: 'You’ve invited a lot of people in a short time.',
}

const noLink = { url: null, until: null, opened: 0 }
const longestLinkMs = 366 * dayMs

/** Refuses every caller but the owner of a shown collection. */
async function requireOwn(db: Db, collectionId: number, viewer: Viewer) {
  const found = await findCollection(db, collectionId, viewer)
  if (!found || 'is_hidden' in found || found.designer_id !== viewer.id)
    throw await refusal(db, collectionId, viewer)
}

/** The error for a collection that the viewer may not change: 403 for another's public one, 404 for a private one. */
async function refusal(db: Db, collectionId: number, viewer: Viewer, what?: 'logo') {
  const found = await findCollection(db, collectionId, viewer)
  if (found && what === 'logo' && (found.designer_id === viewer.id || found.is_helper))
    return new HttpError(404, 'The logo isn’t in this collection anymore.')
  if (found?.designer_id === viewer.id)
    return new HttpError(409, 'This collection is hidden. Write to us if you want it deleted.')
  return found ? new HttpError(403, 'Only its owner may change a collection.') : collectionNotFound()
}
