import type { FastifyInstance } from 'fastify'
import { type Db, poolOf } from '../db/connect.ts'
import { busy } from './errors.ts'

/**
 * So many statements may wait for a connection before more is turned away: what waits already is answered within a
 * fraction of a second, while a queue without an end would leave everybody without an answer.
 */
const mostWaiting = 256

/** Whoever is paying, and what the provider tells us, waits in a queue of its own: these are the last to be turned away. */
export const isPaying = (path: string) => /^\/api\/(payments|register|subscriptions)\//.test(path)

/** Whether more is asked of the database than it answers. */
export const isBusy = (db: Db) => (poolOf.get(db)?.waitingCount ?? 0) >= mostWaiting

/**
 * Turns calls away, before anything is done for them, while there are too many. Health, files and pages need no
 * connection, or can do without.
 */
export function shedLoad(app: FastifyInstance, db: Db, paying: Db) {
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url ?? ''
    const isCall = path.startsWith('/api/') || path.startsWith('/wp-json/')
    done(isCall && isBusy(isPaying(path) ? paying : db) ? busy(2) : undefined)
  })
}
