import type { FastifyInstance } from 'fastify'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { ProviderUnreachable } from '../../outside/payments.ts'
import { readTransmission } from '../../outside/webhook-signature.ts'
import type { Services } from '../../services.ts'
import { keepEvent, processEvents } from './receive-webhook.ts'

/** Invented messages must not make us fetch certificates for ever. */
const perAddress = { name: 'webhook', most: 600, seconds: 60 }

const underWay = new Set<Promise<unknown>>()

/**
 * Resolves when what was acknowledged so far has been worked off, or has failed and waits for its next try. A process
 * that stops does not wait for it: the next one takes up what is left.
 */
export const messagesWorkedOff = () => Promise.all(underWay)

/**
 * The provider's messages. Their signature is over the very bytes, so nothing parses them first; and they are kept
 * before they are acknowledged, and worked off afterwards.
 */
export async function serveWebhook(app: FastifyInstance, services: Services) {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256_000 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/payments/webhook', async (request, reply) => {
      const transmission = readTransmission(request.headers)
      const body = request.body
      if (!transmission || !Buffer.isBuffer(body))
        throw new HttpError(400, 'That is no message of the provider.')
      await countHit(services.db, perAddress, addressKey(request.ip), services.now())
      const event = await services.payments.readWebhook(body, transmission, services.now()).catch(error => {
        if (!(error instanceof ProviderUnreachable)) throw error
        request.log.warn({ err: error }, 'the payment provider is silent')
        throw new HttpError(503, 'The certificate cannot be had now.', { retryAfter: 60 })
      })
      if (!event) throw new HttpError(400, 'The signature does not fit.')
      await keepEvent(services.db, event, services.now())
      reply.code(200).send()
      const onError = (error: unknown) => request.log.warn({ err: error }, 'a message of the provider waits')
      const work = processEvents(services, onError)
        .catch(onError)
        .finally(() => underWay.delete(work))
      underWay.add(work)
      return reply
    })
  })
}
