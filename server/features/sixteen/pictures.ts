import type { FastifyInstance } from 'fastify'
import { primaryOrStandIn } from '../../db/replica.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findAtlasPicture } from './queries.ts'

/** Serves the atlases under the hashes of their pictures, for as long as every square of them may be shown. */
export function serveAtlases(app: FastifyInstance, services: Pick<Services, 'readDb' | 'replica'>) {
  app.get<{ Params: { name: string } }>(
    '/images/sixteen/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const [, image, density] = /^([0-9a-f]{32})-([12])\.webp$/.exec(request.params.name) ?? []
      const bytes =
        image &&
        (await findAtlasPicture(primaryOrStandIn(services), image, density === '1' ? 'small' : 'large'))
      if (!bytes) return reply.code(404).type('text/plain').send('Not found')
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(bytes)
    },
  )
}
