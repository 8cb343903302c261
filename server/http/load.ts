import type { FastifyInstance } from 'fastify'
import { type Db, poolOf, type TimedPool } from '../db/connect.ts'
import { busy } from './errors.ts'

/** Calls are turned away once there has been a line for connections without a break for so long, */
const longestLineMs = 500
/** and its first has stood in it for so long: each of a call's statements does. A moment's stall turns nobody away. */
const longestWaitMs = 50

/** More than this never wait, however short the moment. */
const mostWaiting = 256

/** Whoever is paying, and what the provider tells us, waits in a queue of its own: these are the last to be turned away. */
export const isPaying = (path: string) => /^\/api\/(payments|register|subscriptions)\//.test(path)

type Line = Pick<TimedPool, 'line' | 'waitingCount'>

const isFull = ({ waitingCount }: Line) => waitingCount >= mostWaiting

export const isLong = (pool: Line) =>
  isFull(pool) || (pool.line.unbrokenMs >= longestLineMs && pool.line.firstMs >= longestWaitMs)

/** Whether more is asked of the database than it answers. */
export const isBusy = (db: Db) => isLong(poolOf.get(db)!)

/**
 * Turns calls away, before anything is done for them, while there are too many. Health, files and pages need no
 * connection, or can do without.
 */
export function shedLoad(app: FastifyInstance, db: Db, paying: Db) {
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url ?? ''
    const isCall = path.startsWith('/api/') || path.startsWith('/wp-json/')
    const isRefused = isCall && (isPaying(path) ? isFull(poolOf.get(paying)!) : isBusy(db))
    done(isRefused ? busy(2) : undefined)
  })
}
