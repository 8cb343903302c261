import type { FastifyInstance } from 'fastify'
import { type Db, poolOf } from '../db/connect.ts'
import { busy } from './errors.ts'

/**
 * More is turned away while there has been a line for a connection for so long, and the first in it has waited for so
 * long: the line then only grows, and each of a call's statements stands in it. A stall of a moment turns nobody away.
 */
const mostUnbrokenMs = 500
const longestWaitMs = 50

/** Nor may more come at once, however short the moment. */
const mostWaiting = 256

/** Whoever is paying, and what the provider tells us, waits in a queue of its own: these are the last to be turned away. */
export const isPaying = (path: string) => /^\/api\/(payments|register|subscriptions)\//.test(path)

/** Whether more is asked of the database than it answers. */
export function isBusy(db: Db): boolean {
  const pool = poolOf.get(db)!
  const { unbroken, first } = pool.waiting
  return pool.waitingCount >= mostWaiting || (unbroken >= mostUnbrokenMs && first >= longestWaitMs)
}

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
