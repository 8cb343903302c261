import { setTimeout as sleep } from 'node:timers/promises'
import { recordViews } from '../features/logos/queries.ts'
import type { Valkey } from '../outside/valkey.ts'
import type { Services } from '../services.ts'

const pauseMs = 10_000
/** Views in one statement. */
const atOnce = 500

/**
 * Writes the views that Valkey keeps every ten seconds, until `stop`. Several processes may do so. A process that is killed
 * forgets the few hundred that it was writing.
 */
export function startWritingViews(
  { db, valkey }: Pick<Services, 'db'> & { valkey: Valkey },
  onError: (error: unknown) => void,
  everyMs = pauseMs,
) {
  const stopping = new AbortController()
  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      try {
        await writeViews({ db, valkey })
        isFailing = false
      } catch (error) {
        // While the database or Valkey is away, the error is logged once.
        if (!isFailing) onError(error)
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

/** Writes all views that Valkey keeps. Those that the database does not take go back. */
export async function writeViews({ db, valkey }: Pick<Services, 'db'> & { valkey: Valkey }) {
  for (;;) {
    const views = await valkey.takeViews(atOnce)
    if (!views.length) return
    try {
      await recordViews(db, views)
    } catch (error) {
      for (const view of views) await valkey.keepView(view)
      throw error
    }
  }
}
