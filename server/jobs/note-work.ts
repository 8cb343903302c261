import { noteWork } from '../db/last-work.ts'
import type { Services } from '../services.ts'

const everyMs = 60_000

/** Notes every minute, until `stop`, that this process does the background work: `/readyz` of the others looks for it. */
export function startNotingWork({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void) {
  const note = () => noteWork(db).catch(onError)
  let running = note()
  const timer = setInterval(() => {
    running = note()
  }, everyMs)
  return {
    /** Resolves when the note under way is written. */
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
