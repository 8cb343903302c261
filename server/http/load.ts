import type { FastifyInstance } from 'fastify'
import { type Db, poolOf } from '../db/connect.ts'
import { busy } from './errors.ts'

/**
 * So many statements may wait for a connection before more is turned away: what waits already is answered within a
 * fraction of a second, while a queue without an end would leave everybody without an answer. Whoever is paying, and
 * what the provider tells us, is turned away long after the others.
 */
const mostWaiting = { usual: 256, paying: 1024 }
const paying = /^\/api\/(payments|register|subscriptions)\//

/** Whether more is asked of the database than it answers. */
export const isBusy = (db: Db, most = mostWaiting.usual) => (poolOf.get(db)?.waitingCount ?? 0) >= most

/**
 * Turns calls away, before anything is done for them, while there are too many. Health, files and pages need no
 * connection, or can do without.
 */
export function shedLoad(app: FastifyInstance, db: Db) {
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url ?? ''
    const isCall = path.startsWith('/api/') || path.startsWith('/wp-json/')
    const most = paying.test(path) ? mostWaiting.paying : mostWaiting.usual
    done(isCall && isBusy(db, most) ? busy(2) : undefined)
  })
}
