import pLimit from 'p-limit'
import { overloaded } from '../../http/errors.ts'

const mostWaiting = 6

/** Limits concurrent storing: each holds a connection, and with a slow store most must stay free for other calls. */
function makeTurns(atOnce: number) {
  const storing = pLimit(atOnce)
  return <T>(store: () => Promise<T>): Promise<T> => {
    if (storing.pendingCount >= mostWaiting) throw overloaded('Too many files wait to be stored')
    return storing(store)
  }
}

/** Stores a picture when fewer than three others are stored; refuses when many wait. */
export const storeInTurn = makeTurns(3)
/** The same for vector originals, two at once: pictures do not wait behind their 20 MB. */
export const storeVectorInTurn = makeTurns(2)
