import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  addComment,
  comments,
  find,
  following,
  fresh,
  like,
  related,
  remove,
  removeComment,
  submit,
  update,
} from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { pageSize, visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { HttpError, requireActive } from '../../http/errors.ts'
import { addressKey } from '../../http/limits.ts'
import { browse, route } from '../../http/serve.ts'
import { removePictures } from '../../jobs/remove-pictures.ts'
import type { Viewer } from '../../viewer.ts'
import { findDesigner } from '../designers/queries.ts'
import { searchLogos } from '../search/queries.ts'
import { deleteOwnLogo, requireOwner } from './delete-logo.ts'
import {
  deleteComment,
  findComment,
  findLogo,
  hasLogo,
  insertComment,
  listComments,
  listDesignerLogos,
  listFollowingLogos,
  listFreshLogos,
  listRelatedLogos,
  recordView,
  setLike,
  updateLogo,
} from './queries.ts'
import { submitLogo } from './submit-logo.ts'

export const logosRoutes = [
  browse(
    find,
    async ({ db, input, viewer }) => {
      if (input.logo_id) {
        const logo = await findLogo(db, input.logo_id, viewer)
        if (!logo) throw logoNotFound()
        return { data: [logo], count: 1 }
      }
      // A visitor sees of a designer what the profile previews; whole lists and search are for members.
      requireActive(viewer)
      if (!input.designer_id && !input.folder_url) {
        const page_size = Number(input.page_size ?? pageSize.search)
        return searchLogos(db, input, { page: input.page, page_size }, viewer)
      }
      const owner = await findDesigner(
        db,
        input.folder_url
          ? { slug: input.folder_url }
          : { designer_id: input.designer_id === 'me' ? viewer.id : input.designer_id! },
      )
      if (!owner) throw new HttpError(404, 'Designer not found')
      const { page, page_size = pageSize.profileLogos } = input
      const wanted = page_size === 'all' ? undefined : { page, page_size }
      return listDesignerLogos(db, owner.designer_id, wanted, viewer)
    },
    async ({ db, input, viewer, request, now, secret }) => {
      if (input.logo_id && request.method === 'GET')
        await recordView(db, input.logo_id, viewerKey(viewer, request, secret, now()), viewer, utcDay(now()))
    },
  ),

  browse(fresh, async ({ db, input, viewer }) => {
    if ((input.page - 1) * input.page_size >= visitorFreshLogos) requireActive(viewer)
    return listFreshLogos(db, input, viewer)
  }),

  browse(following, ({ db, input, viewer }) => listFollowingLogos(db, input, viewer)),

  browse(related, async ({ db, input, viewer }) => {
    const data = await listRelatedLogos(db, input.logo_id, viewer)
    if (!data.length && !(await hasLogo(db, input.logo_id))) throw logoNotFound()
    return { data, count: data.length }
  }),

  route(submit, ({ input, viewer, ...services }) => submitLogo(services, input, viewer)),

  route(update, async ({ db, input, viewer }) => {
    const { logo_id, logo, tags, keywords = tags, keywords2, ...facts } = input
    const changes = {
      ...facts,
      title: logo,
      keywords: keywords === undefined ? undefined : parseKeywords(keywords),
      keywords2: keywords2 === undefined ? undefined : parseKeywords(keywords2),
    }
    if (!(await updateLogo(db, logo_id, changes, viewer))) await requireOwner(db, logo_id, viewer)
    const changed = await findLogo(db, logo_id, viewer)
    if (!changed) throw logoNotFound()
    return changed
  }),

  route(remove, async ({ db, files, input, viewer, now, request }) => {
    const image = await deleteOwnLogo(db, input.logo_id, now(), viewer)
    await removePictures({ db, files }, [{ kind: 'logo', image }], request.log)
    return { logo_id: input.logo_id }
  }),

  route(like, async ({ db, input, viewer }) => {
    const logo = await setLike(db, input.logo_id, viewer.id, input.state === 1)
    if (!logo) throw logoNotFound()
    return { ...logo, is_liked: input.state }
  }),

  browse(comments, async ({ db, input }) => {
    const data = await listComments(db, input.logo_id)
    if (!data.length && !(await hasLogo(db, input.logo_id))) throw logoNotFound()
    return { data, count: data.length }
  }),

  route(addComment, async ({ db, input, viewer }) => {
    const commentId = await insertComment(db, input.logo_id, viewer.id, input.comment)
    const added = commentId && (await findComment(db, commentId))
    // No logo to comment on, or it was deleted with the comment just now.
    if (!added) throw logoNotFound()
    return added
  }),

  route(removeComment, async ({ db, input, viewer }) => {
    if (await deleteComment(db, input.comment_id, viewer)) return { logo_comment_id: input.comment_id }
    throw (await findComment(db, input.comment_id))
      ? new HttpError(403, 'Only its author may remove a comment.')
      : new HttpError(404, 'Comment not found')
  }),
]

const logoNotFound = () => new HttpError(404, 'Logo not found')

/** Stands for a viewer on one day: salted with it, so that it leads nowhere tomorrow. Visitors are told apart by address. */
function viewerKey(viewer: Viewer, request: FastifyRequest, secret: string, now: Date) {
  const who = viewer.id ? `member ${viewer.id}` : addressKey(request.ip)
  return createHmac('sha256', secret)
    .update(`view:${utcDay(now)}:${who}`)
    .digest('base64url')
}

const utcDay = (time: Date) => time.toISOString().slice(0, 10)
