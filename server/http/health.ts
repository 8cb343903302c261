import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Replica } from '../db/replica.ts'

/**
 * `/healthz` is liveness: the process runs. `/readyz` is readiness, for the load balancer: it queries the database over a
 * connection of its own, because behind a queue of calls a busy process would look dead. While the primary is away and a
 * replica answers, the process is ready: it serves what only reads.
 */
export function serveHealth(
  app: FastifyInstance,
  connection: Pool,
  replica: Replica | undefined,
  isStopping: () => boolean,
) {
  app.get('/healthz', { config: { quiet: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    if (replica?.standIn()) return { status: 'reads only' }
    try {
      // The pool drops a connection that failed, so a hanging one is not used again.
      await Promise.race([connection.query('select 1'), sleep(2000).then(() => Promise.reject())])
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
