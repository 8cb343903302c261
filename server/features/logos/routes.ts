import { createHmac } from 'node:crypto'
import {
  addComment,
  beyond,
  comments,
  find,
  following,
  fresh,
  like,
  related,
  remove,
  replacePicture as replacePictureCall,
  submit,
  update,
} from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { newestComments, pageSize, visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { HttpError, requireReader } from '../../http/errors.ts'
import { addressKey, countIfChanged } from '../../http/limits.ts'
import { type Context, readRoute, route } from '../../http/serve.ts'
import { writeLimits } from '../../http/write-limits.ts'
import type { View } from '../../outside/valkey.ts'
import { mayRead } from '../../viewer.ts'
import { findDesigner } from '../designers/queries.ts'
import { removePictures } from '../pictures/remove-pictures.ts'
import { searchLogos } from '../search/queries.ts'
import { deleteOwnLogo, requireOwner } from './delete-logo.ts'
import {
  findComment,
  findLogoDetails,
  hasLogo,
  insertComment,
  listBeyond,
  listComments,
  listDesignerLogos,
  listFollowingLogos,
  listFreshLogos,
  recordViews,
  setLike,
  updateLogo,
} from './queries.ts'
import { listRelated } from './related.ts'
import { replacePicture } from './replace-picture.ts'
import { submitLogo } from './submit-logo.ts'

export const logosRoutes = [
  readRoute(
    find,
    async ({ db, colors, input, viewer }) => {
      if (input.logo_id) {
        const logo = await findLogoDetails(db, input.logo_id, viewer)
        if (!logo) throw logoNotFound()
        return { data: [logo], count: 1 }
      }
      // A visitor sees only the logos that the profile previews; whole lists and search are for members.
      requireReader(viewer)
      if (!input.designer_id && !input.folder_url) {
        const page_size = Number(input.page_size ?? pageSize.search)
        const { color, color_within, ...filters } = input
        const colored = color?.length ? await colors.find(db, color, color_within) : undefined
        return searchLogos(db, { ...filters, colored }, { page: input.page, page_size }, viewer)
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
    async context => {
      const { db, valkey, input, request } = context
      if (!input.logo_id || request.method !== 'GET') return
      const view = viewOf(context, input.logo_id)
      if (!valkey) return recordViews(db, [view])
      // Not awaited: while Valkey is silent the answer would be late.
      void valkey
        .keepView(view)
        .then(isKept => (isKept ? undefined : recordViews(db, [view])))
        .catch(error => request.log.warn({ err: error }, 'a view is lost'))
    },
  ),

  readRoute(fresh, async ({ db, input, viewer }) => {
    if ((input.page - 1) * input.page_size >= visitorFreshLogos) requireReader(viewer)
    return listFreshLogos(db, input, viewer)
  }),

  readRoute(beyond, ({ db }) => listBeyond(db)),

  readRoute(following, ({ db, input, viewer }) => listFollowingLogos(db, input, viewer)),

  readRoute(related, async ({ db, input, viewer, ...services }) => {
    const data = await listRelated(db, services, input.logo_id, viewer)
    if (!data) throw logoNotFound()
    return { data, count: data.length }
  }),

  route(submit, ({ input, viewer, ...services }) =>
    countIfChanged(services, writeLimits.uploads, viewer.id, () => submitLogo(services, input, viewer)),
  ),

  route(replacePictureCall, ({ input, viewer, ...services }) =>
    countIfChanged(services, writeLimits.uploads, viewer.id, () => replacePicture(services, input, viewer)),
  ),

  route(update, async ({ db, input, viewer }) => {
    const { logo_id, logo, tags, keywords = tags, keywords2, ...facts } = input
    const changes = {
      ...facts,
      title: logo,
      keywords: keywords === undefined ? undefined : parseKeywords(keywords),
      keywords2: keywords2 === undefined ? undefined : parseKeywords(keywords2),
    }
    if (!(await updateLogo(db, logo_id, changes, viewer))) await requireOwner(db, logo_id, viewer)
    const changed = await findLogoDetails(db, logo_id, viewer)
    if (!changed) throw logoNotFound()
    return changed
  }),

  route(remove, async ({ db, files, input, viewer, now, request }) => {
    const image = await deleteOwnLogo(db, input.logo_id, now(), viewer)
    await removePictures({ db, files }, [{ kind: 'logo', image }], request.log)
    return { logo_id: input.logo_id }
  }),

  route(like, async ({ input, viewer, ...services }) => {
    const logo = await countIfChanged(services, writeLimits.marks, viewer.id, () =>
      setLike(services.db, input.logo_id, viewer.id, input.state === 1),
    )
    if (!logo) throw logoNotFound()
    return { ...logo, is_liked: input.state }
  }),

  readRoute(comments, async ({ db, input, viewer }) => {
    const page = input.page
      ? { page: input.page, page_size: pageSize.comments }
      : { page: 1, page_size: newestComments }
    if (!(await hasLogo(db, input.logo_id, viewer))) throw logoNotFound()
    const list = await listComments(db, input.logo_id, viewer, page)
    if (!list) throw logoNotFound()
    return list
  }),

  route(addComment, async ({ input, viewer, ...services }) => {
    const added = await countIfChanged(services, writeLimits.comments, viewer.id, async () => {
      const commentId = await insertComment(services.db, input.logo_id, viewer.id, input.comment)
      const result = commentId && (await findComment(services.db, commentId))
      return { isChanged: commentId !== undefined, result }
    })
    // The logo does not exist, or was deleted together with the comment just now.
    if (!added) throw logoNotFound()
    return added
  }),
]

const logoNotFound = () => new HttpError(404, 'Logo not found')

/** A view as it is recorded: who looks is hashed, and where the viewer came from is said by the caller. */
function viewOf({ input, viewer, request, now, secret }: Context<typeof find>, logo_id: number): View {
  const day = now().toISOString().slice(0, 10)
  const keyOf = (...parts: (string | number)[]) =>
    createHmac('sha256', secret).update(parts.join(':')).digest('base64url')
  const source = input.via ?? 'outside'
  const words = input.words?.toLowerCase().replace(/\s+/g, ' ')
  return {
    logo_id,
    day,
    // Hashed with the date, so that it identifies no one tomorrow. Visitors are told apart by IP address.
    viewer: keyOf('view', day, viewer.id ? `member ${viewer.id}` : addressKey(request.ip)),
    viewer_id: viewer.id,
    source,
    ...(source === 'search' &&
      words &&
      mayRead(viewer) && { words, searcher: keyOf('searcher', logo_id, viewer.id, words).slice(0, 12) }),
  }
}
