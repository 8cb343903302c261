import type { FastifyInstance } from 'fastify'
import { HttpError, unreadable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requested so often that it is logged at level debug only. */
    quiet?: boolean
  }
}

/** Sets these headers on every answer. While the process is stopping, connections are not kept alive. */
export function setResponseHeaders(
  app: FastifyInstance,
  headers: Record<string, string>,
  isStopping: () => boolean,
) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
}

/** Refuses requests that only an attack or a broken client sends. */
export function refuseMalformedRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    // An absolute target names a host of its own beside the Host header, and `*` no path at all.
    if (!request.url.startsWith('/')) return done(unreadable())
    // With two Host headers, a proxy and we may believe different ones: caches and links can be poisoned.
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter(
      (name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
    )
    if (hosts.length > 1) return done(new HttpError(400, 'One Host header, please.'))
    if (request.headers['content-encoding'])
      return done(new HttpError(415, 'Send JSON as it is, not compressed.'))
    done()
  })
}

/** Writes one log line for each answer. */
export function logResponses(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      // The path alone: a query may carry a token, and the address of a client link is one.
      path: request.url.split('?')[0]!.replace(/^\/+client\/.*/i, '/client/…'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      designer_id: request.viewer?.id || undefined,
    }
    if (request.routeOptions.config.quiet) request.log.debug(line, 'request')
    else if (reply.statusCode === 503) request.log.warn(line, 'request')
    else if (reply.statusCode >= 500) request.log.error(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}
