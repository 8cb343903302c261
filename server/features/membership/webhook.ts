import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import type { Payments } from '../../outside/payments.ts'
import { ProviderUnreachable } from '../../outside/paypal-client.ts'
import { readTransmission } from '../../outside/webhook-signature.ts'
import type { Services } from '../../services.ts'
import { keepEvent, processEvents } from './receive-webhook.ts'

const noMessage = () => new HttpError(400, 'That is no message of the provider.')

/** Limits certificate downloads, so that forged messages cannot make us fetch for ever. */
const perAddress = { name: 'webhook', most: 600, seconds: 60 }

/**
 * Receives the provider's messages. Their signature covers the raw bytes, so nothing parses them first; they are
 * stored before they are acknowledged, and processed afterwards, by the handler, so that a process that stops finishes
 * the message at hand. The next one continues with the rest.
 */
export async function serveWebhook(app: FastifyInstance, services: Services & { payments: Payments }) {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256_000 }, (_request, body, done) =>
      done(null, body),
    )
    // Before the body is read, because only the provider sends messages.
    const onRequest = async (request: FastifyRequest) => {
      if (!readTransmission(request.headers)) throw noMessage()
    }
    scope.post(
      '/api/payments/webhook',
      { onRequest, config: { pool: 'payments' } },
      async (request, reply) => {
        const transmission = readTransmission(request.headers)
        const body = request.body
        if (!transmission || !Buffer.isBuffer(body)) throw noMessage()
        await countHit(services.db, perAddress, addressKey(request.ip), services.now())
        const event = await services.payments.readWebhook(body, transmission, services.now()).catch(error => {
          if (!(error instanceof ProviderUnreachable)) throw error
          request.log.warn({ err: error }, 'the payment provider is silent')
          throw new HttpError(503, 'The certificate cannot be had now.', { retryAfter: 60 })
        })
        if (!event) throw new HttpError(400, 'The signature does not fit.')
        await keepEvent(services.db, event, services.now())
        reply.code(200).send()
        const onError = (error: unknown) =>
          request.log.warn({ err: error }, 'a message of the provider waits')
        await processEvents(services, onError, stopping.signal).catch(onError)
        return reply
      },
    )
  })
}
