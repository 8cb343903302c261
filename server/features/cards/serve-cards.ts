import type { FastifyInstance } from 'fastify'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { cardPath, readCardName, shapesOf } from './cards.ts'
import { findCard, readCard } from './find-card.ts'

/**
 * Serves the pictures of shared links, drawn when they are first asked for. An address of what has changed since leads to the
 * present one; what a visitor may not see has none.
 */
export function serveCards(app: FastifyInstance, services: Services) {
  const { db, replica } = services
  /** Under way, by address: several requests wait for one drawing. */
  const drawing = new Map<string, ReturnType<typeof readCard>>()
  app.get<{ Params: { name: string } }>(
    '/images/cards/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const missing = () => reply.code(404).type('text/plain').send('Not found')
      const asked = readCardName(request.params.name)
      if (!asked || !shapesOf(asked.kind).includes(asked.shape)) return missing()
      const named = await findCard(replica?.standIn() ?? db, asked.kind, asked.id, services.now())
      if (!named) return missing()
      const path = cardPath(named, asked.shape)
      if (path !== `/images/cards/${request.params.name}`) return reply.redirect(path, 302)
      const reading =
        drawing.get(path) ?? readCard(services, named, asked.shape).finally(() => drawing.delete(path))
      drawing.set(path, reading)
      const bytes = await reading
      if (!bytes) return missing()
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/jpeg')
        .send(bytes)
    },
  )
}
