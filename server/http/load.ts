import type { FastifyInstance } from 'fastify'
import { type Db, poolOf, type TimedPool } from '../db/connect.ts'
import type { Services } from '../services.ts'
import { lsnOfSession } from './api-token.ts'
import type { Cookies } from './cookies.ts'
import { busy } from './errors.ts'

export const queues = ['calls', 'reads', 'payments', 'work'] as const
type ShedBy = (typeof queues)[number]

declare module 'fastify' {
  interface FastifyRequest {
    /** The queue that was full when the request was refused: one of the pools, or one for the heavy work of this process. */
    shedBy?: ShedBy
  }
}

/** Load is shed once the queue for connections has not been empty for this long … */
const longestQueuedMs = 500
/** … and the oldest caller has waited for this long. Each statement of a call queues again; a short stall refuses no call. */
const longestWaitMs = 50
/**
 * The longest wait in a queue of at most as many as the pool has connections. It moves up as soon as each connection ends one statement:
 * 16 clients that write without a pause always leave six behind ten connections, and one statement of 50 ms must not refuse those.
 */
const longestWaitInShortQueueMs = 500
/** Limit of the queue's length, however short the wait. */
const mostWaiting = 256

type QueueState = Pick<TimedPool, 'queue' | 'waitingCount'> & { options: { max: number } }

const isFull = ({ waitingCount }: QueueState) => waitingCount >= mostWaiting

/** Whether calls have to wait too long for one of the pool's connections. */
export const isOverloaded = (pool: QueueState) =>
  isFull(pool) ||
  (pool.queue.queuedSinceMs >= longestQueuedMs &&
    pool.queue.oldestWaitMs >=
      (pool.waitingCount > pool.options.max ? longestWaitMs : longestWaitInShortQueueMs))

/** Whether more is asked of the database than it answers. A transaction has its connection. */
export const isBusy = (db: Db) => !db.isTransaction && isOverloaded(poolOf.get(db)!)

/**
 * Load shedding: refuses calls with 503 before anything is done for them while the database is overloaded. Calls on the pool
 * of payments are refused only when its queue is full. Health, files and pages need no connection, or can do without. Calls that
 * only read wait for connections of their own, to a replica or the primary: writes that wait for a primary that has just died, or for its
 * standby, must not refuse them.
 */
export function shedLoad(
  app: FastifyInstance,
  { db, readDb, replica }: Pick<Services, 'db' | 'readDb' | 'replica'>,
  paymentsDb: Db,
  cookies: Cookies,
) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '', config } = request.routeOptions
    const isCall = url.startsWith('/api/') || url.startsWith('/wp-json/')
    // A browser's question before a call of another site asks the database nothing.
    if (!isCall || request.method === 'OPTIONS') return done()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const queue = config.pool ?? (isRead ? 'reads' : 'calls')
    const instead = config.readOnly ? replica?.reader(lsnOfSession(cookies, request)) : replica?.standIn()
    const isShed =
      queue === 'payments'
        ? isFull(poolOf.get(paymentsDb)!)
        : isBusy(queue === 'reads' ? (instead ?? readDb) : db)
    if (!isShed) return done()
    // Without replicas there is one queue.
    request.shedBy = queue === 'reads' && readDb === db ? 'calls' : queue
    done(busy(2))
  })
}
