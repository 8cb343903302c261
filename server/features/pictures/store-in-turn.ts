import pLimit from 'p-limit'
import { busy } from '../../http/errors.ts'

/** Limits concurrent storing: each holds a connection, and with a slow store most must stay free for other calls. */
const storing = pLimit(3)
const mostWaiting = 6

/** Stores something when fewer than three others are stored; refuses when many wait. */
export function storeInTurn<T>(store: () => Promise<T>): Promise<T> {
  if (storing.pendingCount >= mostWaiting) throw busy(5)
  return storing(store)
}
