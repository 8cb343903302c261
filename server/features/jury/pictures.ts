import type { FastifyInstance } from 'fastify'
import { primaryOrStandIn } from '../../db/replica.ts'
import type { Cookies } from '../../http/cookies.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { authenticate } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readNameless, splitNamelessName } from '../pictures/nameless-picture.ts'
import { readPictureToken } from '../pictures/picture-token.ts'
import { findBenchPicture } from './queries.ts'

/** Serves the bench's pictures to the jurors of their book and its chair; others, and suspended ones, get 404. */
export function serveJuryPictures(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { files, secret } = services
  async function find(token: string, which: string, viewerId: number) {
    const named = readPictureToken(secret, 'bench', token)
    if (!named || !viewerId) return undefined
    const image = await findBenchPicture(primaryOrStandIn(services), viewerId, named.list, named.logo_id)
    return image ? readNameless(files, image, which) : undefined
  }
  app.get<{ Params: { name: string } }>(
    '/images/jury/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const viewer = await authenticate(services, cookies, request, reply)
      const asked = splitNamelessName(request.params.name)
      const bytes =
        asked && !viewer.suspendedUntil ? await find(asked.token, asked.which, viewer.id) : undefined
      if (!asked || !bytes) return reply.code(404).type('text/plain').send('Not found')
      return sendAsFile(reply)
        .header('cache-control', 'private, max-age=2592000, immutable')
        .type(asked.type)
        .send(bytes)
    },
  )
}
