import { setTimeout as sleep } from 'node:timers/promises'
import { writeResultLetters } from '../features/judging/write-letters.ts'
import type { Services } from '../services.ts'

const pauseMs = 5000

/**
 * Writes the letters of published books into the outbox, at once and whenever some wait, until `stop`. Several processes
 * may do so.
 */
export function startResultLetters(
  services: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController()
  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      try {
        await writeResultLetters(services, stopping.signal)
        isFailing = false
      } catch (error) {
        // While the database is away, the error is logged once.
        if (!isFailing) onError(error)
        isFailing = true
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    /** Resolves when the portion under way is written. */
    stop() {
      stopping.abort()
      return running
    },
  }
}
