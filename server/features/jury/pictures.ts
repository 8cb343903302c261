import type { FastifyInstance } from 'fastify'
import { imageStem } from '../../../shared/rules/image-url.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { authenticate } from '../../http/serve.ts'
import type { Cookies } from '../../http/session.ts'
import { presentName } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { readPictureToken } from './picture-token.ts'
import { findBenchPicture } from './queries.ts'

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** Serves the bench's pictures to the jurors of their book and its chair; others, and suspended ones, get 404. */
export function serveJuryPictures(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { db, files, secret } = services
  async function find(name: string, viewerId: number) {
    const [, token = '', which] =
      /^([0-9a-f]{32})-((?:160|320|640|900)\.(?:avif|webp)|strip\.webp)$/.exec(name) ?? []
    const named = readPictureToken(secret, token)
    if (!named || !viewerId) return undefined
    const image = await findBenchPicture(db, viewerId, named.book_id, named.logo_id)
    if (!image) return undefined
    const file = `${imageStem(image)}-${which}`.slice('/images/'.length)
    const present = presentName(file)
    return (await files.get(`images/${file}`)) ?? (present && (await files.get(present)))
  }
  app.get<{ Params: { name: string } }>(
    '/images/jury/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const viewer = await authenticate(services, cookies, request, reply)
      const { name } = request.params
      const bytes = viewer.suspendedUntil ? undefined : await find(name, viewer.id)
      if (!bytes) return reply.code(404).type('text/plain').send('Not found')
      return sendAsFile(reply)
        .header('cache-control', 'private, max-age=2592000, immutable')
        .type(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
        .send(bytes)
    },
  )
}
