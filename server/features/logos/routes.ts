import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { find, fresh, like, submit } from '../../../shared/api/logos.ts'
import { visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { HttpError, membershipRequired, notSignedIn } from '../../http/errors.ts'
import { addressKey } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import type { Viewer } from '../../viewer.ts'
import {
  countLogos,
  findLogo,
  findLogoOwner,
  listDesignerLogos,
  listFreshLogos,
  recordView,
  setLike,
} from './queries.ts'
import { submitLogo } from './submit-logo.ts'

export const logosRoutes = [
  route(find, async ({ db, input, viewer, request, now, secret }) => {
    if (input.logo_id) {
      await recordView(db, input.logo_id, viewerKey(viewer, request, secret, now()), viewer, utcDay(now()))
      const logo = await findLogo(db, input.logo_id, viewer)
      if (!logo) throw new HttpError(404, 'Logo not found')
      return { data: [logo], count: 1 }
    }
    // A visitor sees of a designer what the profile previews; the whole list is for members.
    requireActive(viewer)
    const owner = await findLogoOwner(
      db,
      input.folder_url
        ? { slug: input.folder_url }
        : { designer_id: input.designer_id === 'me' ? viewer.id : input.designer_id! },
    )
    if (!owner) throw new HttpError(404, 'Designer not found')
    const { page, page_size } = input
    const data = await listDesignerLogos(
      db,
      owner.designer_id,
      page_size === 'all' ? undefined : { page, page_size },
      viewer,
    )
    return { data, count: owner.logo_ct }
  }),

  route(fresh, async ({ db, input, viewer }) => {
    if ((input.page - 1) * input.page_size >= visitorFreshLogos) requireActive(viewer)
    const [data, count] = await Promise.all([listFreshLogos(db, input, viewer), countLogos(db)])
    const rest = visitorFreshLogos - (input.page - 1) * input.page_size
    return { data: viewer.isActive ? data : data.slice(0, rest), count }
  }),

  route(submit, ({ input, viewer, ...services }) => submitLogo(services, input, viewer)),

  route(like, async ({ db, input, viewer }) => {
    const logo = await setLike(db, input.logo_id, viewer.id, input.state === 1)
    if (!logo) throw new HttpError(404, 'Logo not found')
    return { ...logo, is_liked: input.state }
  }),
]

function requireActive(viewer: Viewer) {
  if (!viewer.id) throw notSignedIn()
  if (!viewer.isActive) throw membershipRequired()
}

/** A member by id; a visitor by a hash that is salted with the day, so that it leads nowhere tomorrow. */
function viewerKey(viewer: Viewer, request: FastifyRequest, secret: string, now: Date) {
  if (viewer.id) return String(viewer.id)
  const who = `${addressKey(request.ip)} ${request.headers['user-agent'] ?? ''}`
  return createHmac('sha256', secret)
    .update(`view:${utcDay(now)}:${who}`)
    .digest('base64url')
}

const utcDay = (time: Date) => time.toISOString().slice(0, 10)
