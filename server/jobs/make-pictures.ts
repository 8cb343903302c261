import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { transaction } from '../db/connect.ts'
import {
  claimPictureJob,
  countPictureJobs,
  delayPictureJob,
  finishPictureJob,
  listImageNames,
  renameImage,
  tryLockPicture,
} from '../features/pictures/queries.ts'
import { completeImage, isFormerImage, makeLogoFiles, removeFormerFiles } from '../outside/images.ts'
import type { Services } from '../services.ts'

type Stores = Pick<Services, 'db' | 'files'>

/** Delay before a failed job is retried. */
const retrySeconds = 60
/** Throttle for pictures of an earlier version: after each one, a pause of this many times its duration. */
const restFactor = 4
const reportEveryMs = 60_000

/**
 * Makes the derivatives that uploads still lack without delay, and regenerates those of earlier versions at a fifth of one
 * core, until `stop`. Several processes share the work: a job is locked by an open transaction while its files are made, so
 * a killed process releases it. `db` should not be the pool of requests.
 */
export function startPictureJobs(stores: Stores, log: FastifyBaseLogger, { everyMs = 1000 } = {}) {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  let remade = 0
  let reportedAt = performance.now()

  async function report() {
    if (!remade || performance.now() - reportedAt < reportEveryMs) return
    const { earlier: left } = await countPictureJobs(stores.db)
    log.info({ remade, left }, 'pictures are regenerated')
    remade = 0
    reportedAt = performance.now()
  }

  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        const done = await makeNext(stores)
        isFailing = false
        if (done === 'remade') remade++
        await report()
        if (done === 'nothing') await pause(everyMs)
        else if (done !== 'completed') await pause((performance.now() - began) * restFactor)
      } catch (error) {
        // Logged once while the database or the store is unreachable.
        if (!isFailing) log.warn({ err: error }, 'a picture waits for its files')
        isFailing = true
        await pause(everyMs)
      }
    }
  }
  const running = run()
  return {
    /** Resolves when the current picture is made. */
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** Does one step of the next job. */
export async function makeNext({
  db,
  files,
}: Stores): Promise<'nothing' | 'completed' | 'remade' | 'cleared'> {
  let hash: string | undefined
  try {
    return await transaction(db, async trx => {
      const job = await claimPictureJob(trx)
      if (!job) return 'nothing'
      hash = job.hash
      if (!(await tryLockPicture(trx, hash))) {
        // The picture is being removed; the retry will find no row.
        await delayPictureJob(trx, hash, retrySeconds)
        return 'nothing'
      }
      const complete = completeImage(hash)
      const names = await listImageNames(trx, hash)
      if (names.every(name => name === complete)) {
        if (names.length) await removeFormerFiles(files, hash)
        await finishPictureJob(trx, hash)
        return 'cleared'
      }
      // Idempotent, so this transaction may be retried.
      const hasFormer = names.some(isFormerImage)
      await makeLogoFiles(files, hash, hasFormer ? 'all' : 'rest')
      await renameImage(trx, hash, complete)
      // The former files are removed in a later step, once no row names them.
      if (!hasFormer) await finishPictureJob(trx, hash)
      return hasFormer ? 'remade' : 'completed'
    })
  } catch (error) {
    if (hash) await delayPictureJob(db, hash, retrySeconds)
    throw error
  }
}
