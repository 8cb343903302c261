import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Files } from '../outside/files.ts'
import { presentName } from '../outside/images.ts'
import { sendAsFile } from './security-headers.ts'
import { letBeShared } from './serve.ts'

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** How a request may get a picture: every shown one, or one of a hidden logo as its owner or staff; else not at all. */
export type Access = (
  hash: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<'all' | 'own' | 'none'>

/** Serves the derivatives, which are immutable under their content-hash names. Originals have no URL. */
export function serveImages(app: FastifyInstance, files: Files, accessTo: Access) {
  async function find(name: string) {
    const present = presentName(name)
    return (await files.get(`images/${name}`)) ?? (present && (await files.get(present)))
  }
  app.get('/images/*', async (_request, reply) => reply.code(404).type('text/plain').send('Not found'))
  app.get<{ Params: { name: string } }>(
    '/images/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const match = /^[0-9a-f]{32}(?:-2)?-(?:160|320|640|900|strip|avatar|post)\.(avif|webp)$/.exec(
        request.params.name,
      )
      const access = match ? await accessTo(request.params.name.slice(0, 32), request, reply) : 'none'
      const bytes = access === 'none' ? undefined : await find(request.params.name)
      if (!match || !bytes) return reply.code(404).type('text/plain').send('Not found')
      if (access === 'own')
        return sendAsFile(reply)
          .header('cache-control', 'private, no-store')
          .type(types[match[1]!]!)
          .send(bytes)
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(types[match[1]!]!)
        .send(bytes)
    },
  )
}
