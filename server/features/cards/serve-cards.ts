import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { primaryOrStandIn } from '../../db/replica.ts'
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

/** Cards for visitors are drawn one at a time, so that a picture for a letter waits for one of them at most. */
const gate = pLimit(1)
const mostWaiting = 20

/**
 * Serves the pictures of shared links. A card is drawn when it is first requested, within a limit for each network address. A
 * path whose hash is not the present one is redirected to the present path; a card that a visitor may not see is a 404.
 */
export function serveCards(app: FastifyInstance, services: Services) {
  const { db, files, now } = services
  /** Drawings under way, by path: several requests wait for one. */
  const drawings = new Map<string, ReturnType<typeof drawCard>>()
  /** Hits that are being counted, by network address and path: equal requests of one address are one hit. */
  const counting = new Map<string, Promise<void>>()

  /** Counts a hit for the caller whose request starts a drawing, unless too many are waiting. */
  async function countDrawing(ip: string, path: string) {
    const address = addressKey(ip)
    const key = `${address} ${path}`
    if (!counting.has(key)) {
      // Each caller that is being counted enters the gate's queue afterwards.
      if (gate.pendingCount + counting.size >= mostWaiting)
        throw new Overloaded('Too many cards are waiting', {
          sentence: 'A lot of pictures are being drawn. Please try again in a moment.',
          retryAfter: 5,
        })
      const hit = countHit(db, perAddress, address, now())
      counting.set(
        key,
        hit.finally(() => counting.delete(key)),
      )
    }
    await counting.get(key)
  }

  async function drawOnce(ip: string, path: string, named: NamedCard, shape: CardShape) {
    if (!drawings.has(path)) await countDrawing(ip, path)
    // Checked again: another drawing may have stored the card since this request looked.
    const draw = async () =>
      (await files.get(cardFile(named.card, shape))) ?? drawCard(services, named, shape)
    const drawing = drawings.get(path) ?? gate(draw).finally(() => drawings.delete(path))
    drawings.set(path, drawing)
    return drawing
  }

  app.get<{ Params: { name: string } }>(
    '/images/cards/:name',
    { config: { quiet: true } },
    async (request, reply) => {
      const missing = () => reply.code(404).type('text/plain').send('Not found')
      const asked = readCardName(request.params.name)
      if (!asked || !shapesOf(asked.kind).includes(asked.shape)) return missing()
      const named = await findCard(primaryOrStandIn(services), asked.kind, asked.id, now())
      if (!named) return missing()
      const path = cardPath(named, asked.shape)
      if (path !== `/images/cards/${request.params.name}`) return reply.redirect(path, 302)
      const stored = await files.get(cardFile(named.card, asked.shape))
      const bytes = stored ?? (await drawOnce(request.ip, path, named, asked.shape))
      if (!bytes) return missing()
      return letBeShared(sendAsFile(reply))
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/jpeg')
        .send(bytes)
    },
  )
}
