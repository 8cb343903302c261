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
    /** Why the last turn failed. */
    let problem: string | undefined
    while (!stopping.signal.aborted) {
      try {
        await writeResultLetters(services, stopping.signal)
        problem = undefined
      } catch (error) {
        // While the reason stays the same, as that the database is away, it is reported once.
        if (problem !== String(error)) onError(error)
        problem = String(error)
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
