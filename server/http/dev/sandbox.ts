import type { FastifyInstance } from 'fastify'
import { isLoopbackRequest } from '../../lib/loopback.ts'
import type { PaymentSandbox } from '../../outside/paypal-sandbox/sandbox.ts'
import { sandboxMount } from '../../outside/provider.ts'
import { HttpError } from '../errors.ts'

/** Serves the payment sandbox: the provider's paths and, for requests from this machine, control calls such as faults. */
export async function serveSandbox(app: FastifyInstance, sandbox: PaymentSandbox, publicUrl: string) {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post(`${sandboxMount}/__sandbox/:what`, async request => {
      const { what } = request.params as { what: string }
      // CSRF: a foreign page cannot send JSON without a CORS preflight.
      if (!isLoopbackRequest(request) || request.headers['content-type'] !== 'application/json')
        throw new HttpError(404, 'Not found')
      const body = Buffer.isBuffer(request.body) && request.body.length ? readJson(request.body) : {}
      return { result: (await sandbox.control(what, body)) ?? null }
    })

    scope.all(`${sandboxMount}/*`, async (request, reply) => {
      const hasBody = Buffer.isBuffer(request.body) && request.body.length > 0
      const response = await sandbox.handle(
        new Request(new URL(request.url, publicUrl), {
          method: request.method,
          headers: Object.entries(request.headers).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          ),
          ...(hasBody && { body: new Uint8Array(request.body as Buffer) }),
        }),
      )
      reply.code(response.status)
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.send(Buffer.from(await response.arrayBuffer()))
    })
  })
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(body)))
  } catch {
    throw new HttpError(400, 'That is no JSON.')
  }
}
