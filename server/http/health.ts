import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { lastWorkQuery } from '../db/last-work.ts'
import type { Replica } from '../db/replica.ts'

/** After this long without a worker, mail, pictures and the ledger visibly wait. */
const workerSilenceMs = 5 * 60_000

type Options = {
  /** A connection of its own: behind a queue of calls a busy process would look dead. */
  connection: Pool
  replica: Replica | undefined
  isStopping: () => boolean
  /** In a process that leaves the background work to others: warns when no process does it. */
  warnOfNoWorker?: (() => void) | undefined
}

/**
 * `/healthz` is liveness: the process runs. `/readyz` is readiness, for the load balancer: it queries the database. While the
 * primary is away and a replica answers, the process is ready: it serves what only reads.
 */
export function serveHealth(
  app: FastifyInstance,
  { connection, replica, isStopping, warnOfNoWorker }: Options,
) {
  const startedAt = performance.now()
  let warnedAt = Number.NEGATIVE_INFINITY
  /** Warns once in each period of silence, and not before a worker had time to start. */
  function noteWork(silenceMs: number | null) {
    const now = performance.now()
    if (!warnOfNoWorker || (silenceMs ?? now - startedAt) < workerSilenceMs) return
    if (now - warnedAt < workerSilenceMs) return
    warnedAt = now
    warnOfNoWorker()
  }
  app.get('/healthz', { config: { quiet: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    if (replica?.standIn()) return { status: 'reads only' }
    try {
      // The pool drops a connection that failed, so a hanging one is not used again.
      const { rows } = await Promise.race([
        connection.query<{ silence_ms: number | null }>(lastWorkQuery),
        sleep(2000).then(() => Promise.reject()),
      ])
      noteWork(rows[0]!.silence_ms)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
