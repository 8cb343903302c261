import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isOfValues } from '../db/connect.ts'
import { recordViews } from '../features/logos/queries.ts'
import type { Valkey, View } from '../outside/valkey.ts'
import type { Services } from '../services.ts'

const pauseMs = 10_000
/** Views in one statement. */
const atOnce = 500

type Stores = Pick<Services, 'db'> & { valkey: Valkey }
type Log = Pick<FastifyBaseLogger, 'warn'>

/**
 * Writes the views that Valkey keeps every ten seconds, until `stop`. Several processes may do so. A process that is killed
 * forgets the few hundred that it was writing.
 */
export function startWritingViews({ db, valkey }: Stores, log: Log, everyMs = pauseMs) {
  const stopping = new AbortController()
  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      try {
        await writeViews({ db, valkey }, log)
        isFailing = false
      } catch (error) {
        // While the database or Valkey is away, the error is logged once.
        if (!isFailing) log.warn({ err: error }, 'views wait')
        isFailing = true
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    /** Resolves when the views that were taken are written. */
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Writes all views that Valkey keeps. They go back while the database is away. */
export async function writeViews({ db, valkey }: Stores, log: Log) {
  for (;;) {
    const views = await valkey.takeViews(atOnce)
    if (!views.length) return
    try {
      await writeOrDrop(db, views, log)
    } catch (error) {
      await Promise.all(views.map(valkey.keepView))
      throw error
    }
  }
}

/** Writes views. Where the database refuses their values, each is written by itself, and those that it refuses are dropped. */
async function writeOrDrop(db: Services['db'], views: View[], log: Log) {
  try {
    await recordViews(db, views)
  } catch (error) {
    if (!isOfValues(error)) throw error
    if (views.length === 1) log.warn({ err: error }, 'a view is dropped')
    else for (const view of views) await writeOrDrop(db, [view], log)
  }
}
