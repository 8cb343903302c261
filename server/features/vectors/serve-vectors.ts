import type { FastifyInstance } from 'fastify'
import { remove } from '../../../shared/api/vectors.ts'
import { primaryOrStandIn } from '../../db/replica.ts'
import type { Cookies } from '../../http/cookies.ts'
import { HttpError } from '../../http/errors.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { authenticate, authorize, parseInput } from '../../http/serve.ts'
import { holdDownload } from '../../http/write-limits.ts'
import { attachment } from '../../lib/attachment.ts'
import { vectorFile } from '../../outside/files.ts'
import type { Services } from '../../services.ts'
import { findVector } from './queries.ts'

/**
 * Serves a vector original to its owner alone. Its bytes are the member's own, and an SVG may hold scripts: it is saved and
 * never shown from our origin, and a browser that shows it all the same runs nothing.
 */
export function serveVectors(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { files } = services
  app.get('/api/logos/vector', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await authenticate(services, cookies, request, reply)
    authorize({ who: 'signed in', method: 'GET' }, viewer, services)
    holdDownload(viewer.id, reply)
    const { logo_id } = parseInput(remove.input, request.query)
    const vector = await findVector(primaryOrStandIn(services), logo_id, viewer)
    const bytes = vector && (await files.get(vectorFile(vector.file)))
    if (!bytes) throw new HttpError(404, 'There is no vector file.')
    return sendAsFile(reply)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', attachment(vector.filename))
      .type('application/octet-stream')
      .send(bytes)
  })
}
