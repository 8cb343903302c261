import { setTimeout as sleep } from 'node:timers/promises'
import { sendNextMessage } from '../features/webhooks/send-message.ts'
import type { Services } from '../services.ts'

/** Concurrency: one slow receiver does not delay the others. */
const atOnce = 5

/** Sends webhooks' messages until `stop`. Safe to run in several processes. */
export function startWebhooks(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'publicUrl'>,
  { onError, everyMs = 1000 }: { onError: (error: unknown) => void; everyMs?: number },
) {
  const stopping = new AbortController()
  const run = async () => {
    /** Why the last turn failed. */
    let problem: string | undefined
    while (!stopping.signal.aborted) {
      let wasSent = false
      try {
        const sent = await Promise.all(Array.from({ length: atOnce }, () => sendNextMessage(services)))
        wasSent = sent.includes(true)
        problem = undefined
      } catch (error) {
        // While the reason stays the same, as that the database is away, it is reported once.
        if (problem !== String(error)) onError(error)
        problem = String(error)
      }
      if (!wasSent) await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    /** Resolves when the attempts under way are done. */
    stop() {
      stopping.abort()
      return running
    },
  }
}
