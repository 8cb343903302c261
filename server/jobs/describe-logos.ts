import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { transaction } from '../db/connect.ts'
import { listUndescribed, setLooks, tryLockDescribing } from '../features/look/queries.ts'
import { readFromStore } from '../features/pictures/read-from-store.ts'
import { describeStored, pictureHash } from '../outside/images.ts'
import type { Services } from '../services.ts'

type Stores = Pick<Services, 'db' | 'files'>

const batch = 8
/** Throttle: after each batch, a pause of this many times its duration. */
const restFactor = 2
const reportEveryMs = 60_000

/**
 * Describes the logos that have no descriptor of the present version, at a third of one core, until `stop`. It resumes where it
 * was stopped, since what is described is a row. Once all are described it looks again every `idleMs`. `db` should not be the pool of
 * requests.
 */
export function startDescribing(
  stores: Stores,
  log: FastifyBaseLogger,
  { idleMs = 60_000, retryMs = 5000 } = {},
) {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  let described = 0
  let reportedAt = performance.now()

  function report(isDone: boolean) {
    if (!described || (!isDone && performance.now() - reportedAt < reportEveryMs)) return
    log.info({ described, isDone }, 'logos are described')
    described = 0
    reportedAt = performance.now()
  }

  const run = async () => {
    let after = 0
    let isFailing = false
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        const last = await describeNext(stores, after, () => described++)
        isFailing = false
        report(last === undefined)
        after = last ?? 0
        await pause(last === undefined ? idleMs : (performance.now() - began) * restFactor)
      } catch (error) {
        // Logged once while the database or the store is unreachable.
        if (!isFailing) log.warn({ err: error }, 'logos wait for their descriptors')
        isFailing = true
        await pause(retryMs)
      }
    }
  }
  const running = run()
  return {
    /** Resolves when the current batch is done. */
    stop() {
      stopping.abort()
      return running
    },
  }
}

/**
 * Describes the next logos after an id; gives the last of them, or undefined when there are none, or another process is at it.
 * Throws while the store is away.
 */
export async function describeNext(
  { db, files }: Stores,
  after: number,
  count: () => void = () => {},
): Promise<number | undefined> {
  return transaction(db, async trx => {
    if (!(await tryLockDescribing(trx))) return
    const logos = await listUndescribed(trx, after, batch)
    const looks: Parameters<typeof setLooks>[1][number][] = []
    for (const { logo_id, image } of logos) {
      const hash = pictureHash(image)
      const views = await readFromStore({ db: trx, files }, () => describeStored(files, hash))
      // A missing picture is stored as an empty one, so that the next pass does not try it again.
      looks.push({ logo_id, hash, views: views ?? Buffer.alloc(0) })
      count()
    }
    if (looks.length) await setLooks(trx, looks)
    return logos.at(-1)?.logo_id
  })
}
