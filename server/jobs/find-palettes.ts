import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { transaction } from '../db/connect.ts'
import { claimColorless, countColorless, setPalette } from '../features/palettes/queries.ts'
import { readFromStore } from '../features/pictures/read-from-store.ts'
import { findStoredPalette } from '../outside/images.ts'
import type { Services } from '../services.ts'

type Stores = Pick<Services, 'db' | 'files'>

/** Throttle: after each picture, a pause of this many times its duration. */
const restFactor = 4
const reportEveryMs = 60_000

/**
 * Finds the colours of logos that were uploaded before colours were, newest first, at a fifth of one core, until `stop`. The
 * logos without colours are all that is left to do, so a start resumes the work. Several processes share it.
 */
export function startPaletteJob(stores: Stores, log: FastifyBaseLogger, { everyMs = 10_000 } = {}) {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  let found = 0
  let reportedAt = performance.now()

  async function report(isDone: boolean) {
    if (!found || (!isDone && performance.now() - reportedAt < reportEveryMs)) return
    log.info({ found, left: await countColorless(stores.db) }, 'the colors of pictures are found')
    found = 0
    reportedAt = performance.now()
  }

  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        const done = await findNextPalette(stores)
        isFailing = false
        if (done === 'missing') log.warn('a logo has no colors, because its picture is missing or damaged')
        if (done !== 'nothing') found++
        await report(done === 'nothing')
        await pause(done === 'nothing' ? everyMs : (performance.now() - began) * restFactor)
      } catch (error) {
        // Logged once while the database or the store is unreachable.
        if (!isFailing) log.warn({ err: error }, 'the colors of a picture wait')
        isFailing = true
        await pause(everyMs)
      }
    }
  }
  const running = run()
  return {
    /** Resolves when the current picture is done. */
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Finds the colours of the next logo; one whose picture is missing or damaged has none. Throws while the store is away. */
export function findNextPalette({ db, files }: Stores): Promise<'nothing' | 'found' | 'missing'> {
  return transaction(db, async trx => {
    const logo = await claimColorless(trx)
    if (!logo) return 'nothing'
    const palette = await readFromStore({ db: trx, files }, () => findStoredPalette(files, logo.image))
    await setPalette(trx, logo.logo_id, palette ?? { colors: [], kind: null })
    return palette ? 'found' : 'missing'
  })
}
