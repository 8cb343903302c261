import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { addressKey, countHit } from '../../http/limits.ts'
import { sendAsFile } from '../../http/security-headers.ts'
import { letBeShared } from '../../http/serve.ts'
import { Overloaded } from '../../lib/errors.ts'
import type { CardShape } from '../../outside/cards/card.ts'
import type { Services } from '../../services.ts'
import { cardFile, cardPath, type NamedCard, readCardName, shapesOf } from './cards.ts'
import { drawCard, findCard } from './find-card.ts'

/** Cards that one address may have drawn, by walking ids for example. Those in the store are not counted. */
export const perAddress = {
  name: 'cards',
  most: 30,
  seconds: 60,
  sentence: 'You’ve opened a lot of link pictures that had to be drawn.',
}

/** Visitors' cards reach the drawer one at a time: a letter's picture waits behind one of them, not behind all. */
const gate = pLimit(1)
const mostWaiting = 20

/**
 * Serves the pictures of shared links, drawn when they are first asked for, within a limit for each address. An address of what
 * has changed since leads to the present one; what a visitor may not see has none.
 */
export function serveCards(app: FastifyInstance, services: Services) {
  const { db, files, replica, now } = services
  /** Under way, by address: several requests wait for one drawing. */
  const reading = new Map<string, ReturnType<typeof readCard>>()

  async function readCard(ip: string, named: NamedCard, shape: CardShape) {
    const stored = await files.get(cardFile(named.card, shape))
    if (stored) return stored
    await countHit(db, perAddress, addressKey(ip), now())
    if (gate.pendingCount >= mostWaiting)
      throw new Overloaded('Too many cards are waiting', {
        sentence: 'A lot of pictures are being drawn. Please try again in a moment.',
        retryAfter: 5,
      })
    return gate(() => drawCard(services, named, shape))
  }

  app.get<{ Params: { name: string } }>(
    '/images/cards/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const missing = () => reply.code(404).type('text/plain').send('Not found')
      const asked = readCardName(request.params.name)
      if (!asked || !shapesOf(asked.kind).includes(asked.shape)) return missing()
      const named = await findCard(replica?.standIn() ?? db, asked.kind, asked.id, now())
      if (!named) return missing()
      const path = cardPath(named, asked.shape)
      if (path !== `/images/cards/${request.params.name}`) return reply.redirect(path, 302)
      const underWay =
        reading.get(path) ?? readCard(request.ip, named, asked.shape).finally(() => reading.delete(path))
      reading.set(path, underWay)
      const bytes = await underWay
      if (!bytes) return missing()
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/jpeg')
        .send(bytes)
    },
  )
}
