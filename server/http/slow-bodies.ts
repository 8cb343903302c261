import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** Timeout for a body that is no file and holds no picture. 64 kB over a slow connection take less. */
const bodyMs = 10_000

/**
 * Times out requests whose body does not arrive (slowloris), also after they have been answered and the rest is only
 * discarded. Node's own limit applies to whole requests and has to suit a file over a slow connection.
 */
export function refuseSlowBodies(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = request.headers['transfer-encoding'] || Number(request.headers['content-length']) > 0
    const { picture, isFile } = request.routeOptions.config
    if (!hasBody || picture || isFile) return done()
    const timer = setTimeout(() => {
      if (raw.readableEnded) return
      // The parser of the body answers 408; the connection is closed after the answer.
      if (reply.sent || !raw.listenerCount('error')) return void raw.destroy()
      reply.header('connection', 'close')
      raw.emit('error', new HttpError(408, 'That request took too long to arrive.'))
    }, bodyMs).unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}
