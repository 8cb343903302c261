import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '../db/connect.ts'
import { countQuarter } from '../features/trends/count-quarter.ts'
import { findChangedQuarter, removeChanges, setQuarter, tryLockCounting } from '../features/trends/queries.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

type Stores = Pick<Services, 'db' | 'now'>

const everyMs = 10_000
/** Throttle: after each quarter, a pause of this many times its duration. */
const restFactor = 4

/**
 * Counts the trends of quarters whose logos have changed, at once and every ten seconds, at a fifth of one core, until `stop`;
 * a large quarter is due some minutes after its last count. Several processes take turns.
 */
export const startCountingTrends = (stores: Stores, onError: (error: unknown) => void) =>
  every(
    everyMs,
    async signal => {
      while (!signal.aborted) {
        const began = performance.now()
        if (!(await countNext(stores))) break
        await sleep((performance.now() - began) * restFactor, undefined, { signal }).catch(() => {})
      }
    },
    onError,
  )

/** Counts the next quarter that is due to be counted; false when none is. */
export function countNext({ db, now }: Stores): Promise<boolean> {
  return transaction(db, async trx => {
    if (!(await tryLockCounting(trx))) return false
    const next = await findChangedQuarter(trx, now())
    if (!next) return false
    const counted = await countQuarter(trx, next.quarter)
    // The result is written last, so that the transaction gets no number earlier, for which others would wait.
    await setQuarter(trx, next.quarter, counted, now())
    await removeChanges(trx, next.changes)
    return true
  })
}
