import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/**
 * `/healthz`: the process runs. `/readyz`: it can answer now; a balancer sends requests by it. Asked over a connection of
 * its own: behind a rush of calls the process would look dead when it is only busy.
 */
export function serveHealth(app: FastifyInstance, connection: Pool, isStopping: () => boolean) {
  app.get('/healthz', { config: { quiet: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      // The pool drops a connection that failed, so that one which hangs is not asked again and again.
      await Promise.race([connection.query('select 1'), sleep(2000).then(() => Promise.reject())])
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
