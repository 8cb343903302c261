import type { FastifyInstance } from 'fastify'
import type { Files } from '../outside/files.ts'
import { presentName } from '../outside/images.ts'
import { sendAsFile } from './security-headers.ts'
import { letBeShared } from './serve.ts'

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** Serves the derivatives, which are immutable under their content-hash names. Originals have no URL. */
export function serveImages(app: FastifyInstance, files: Files) {
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
      const bytes = match && (await find(request.params.name))
      if (!bytes) return reply.code(404).type('text/plain').send('Not found')
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(types[match[1]!]!)
        .send(bytes)
    },
  )
}
